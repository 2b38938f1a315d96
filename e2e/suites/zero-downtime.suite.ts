/**
 * Traffic switches and deployments under clients that never retry: no lost request.
 *
 * The full form continues where it stopped; --fresh begins again.
 *
 * @tier all
 * @budget 200
 * @alone
 * @topics switching deployments
 * @options --fresh
 */
import { isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { deployUnderLoad } from '../support/zero-downtime/deployments.ts'
import { switchUnderLoad } from './zero-downtime/switching.ts'

const report = new Report('zero-downtime')
{
  await using testEnv = await startDeployTestEnv({ report })
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  const topics: Record<string, () => Promise<void>> = {
    switching: () => switchUnderLoad({ target: server.target, report, isQuick }),
    deployments: () => deployUnderLoad(testEnv, { isQuick }),
  }
  await runTopics(testEnv, topics)
}
report.finish()
