/**
 * Compose files as written. Every key of the format in a file of its own: supported, kept in another form, ignored with
 * a note, or refused, as the table in the docs says. Then real deployments, each container compared with the one that
 * Docker's compose plugin makes of the same file on the same server, and files of a repository that change with its
 * commits.
 *
 * The quick form deploys fewer cases.
 *
 * @tier all
 * @budget 300
 * @topics keys deployed repository
 */
import { loadCompose } from '../fixtures/compose-plugin.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { caseGroups } from './compose-fidelity/cases.ts'
import { checkKeys } from './compose-fidelity/check-keys.ts'
import { compareGroup } from './compose-fidelity/compare-group.ts'
import { followCommits } from './compose-fidelity/repository-files.ts'

const report = new Report('compose-fidelity')
if (isChosen('keys')) await checkKeys(report)
if (isChosen('deployed') || isChosen('repository')) {
  await using testEnv = await startDeployTestEnv({ report, prepare: loadCompose })
  let compared = 0
  await runTopics(testEnv, {
    deployed: async () => {
      for (const group of isQuick ? caseGroups.slice(0, 2) : caseGroups) compared += await compareGroup(testEnv, group)
      report.figure('compared', compared)
    },
    repository: () => followCommits(testEnv),
  })
}
report.figure('quick', isQuick)
report.finish()
