/**
 * Compose files as written. Every key of the format in a file of its own: supported, kept in another form, ignored with
 * a note, or refused, as the table in the docs says. Then real deployments, each container compared with the one that
 * Docker's compose plugin makes of the same file on the same server, and files of a repository that change with its
 * commits. An app that signs in to managed databases with its own names for their passwords, users, and URLs. And a
 * folder of the server that an operator allows.
 *
 * The quick form deploys fewer cases. `collections` only runs with a folder: it counts the compose files below it that
 * Longshore takes as they are.
 *
 * @tier all
 * @budget 300
 * @topics keys deployed databases repository allowances collections
 * @options --folder=FOLDER
 */
import { loadCompose } from '../fixtures/compose-plugin.ts'
import { isChosen, isQuick, namesTopics, option } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { allowParts } from './compose-fidelity/allowed-parts.ts'
import { caseGroups } from './compose-fidelity/cases.ts'
import { checkKeys } from './compose-fidelity/check-keys.ts'
import { compareGroup } from './compose-fidelity/compare-group.ts'
import { countPassing } from './compose-fidelity/count-passing.ts'
import { signInToDatabases } from './compose-fidelity/managed-databases.ts'
import { followCommits } from './compose-fidelity/repository-files.ts'

const report = new Report('compose-fidelity')
if (isChosen('keys')) await checkKeys(report)
if (isChosen('collections') && namesTopics) await countCollections()
if (['deployed', 'databases', 'repository', 'allowances'].some(isChosen)) {
  const baseImages = ['node:24-slim', 'postgres:17', 'redis:7']
  await using testEnv = await startDeployTestEnv({ report, prepare: loadCompose, baseImages })
  let compared = 0
  await runTopics(testEnv, {
    deployed: async () => {
      for (const group of isQuick ? caseGroups.slice(0, 2) : caseGroups) compared += await compareGroup(testEnv, group)
      report.figure('compared', compared)
    },
    databases: () => signInToDatabases(testEnv),
    repository: () => followCommits(testEnv),
    // Last, because it gives the server another address.
    allowances: () => allowParts(testEnv),
  })
}
report.figure('quick', isQuick)
report.finish()

async function countCollections(): Promise<void> {
  const folder = option('folder')
  if (report.expect(folder !== undefined, 'collections needs --folder=FOLDER') && folder !== undefined)
    await countPassing(report, folder)
}
