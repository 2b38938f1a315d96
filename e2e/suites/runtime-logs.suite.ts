/**
 * Container logs on a real server: kept, masked, followed, and continued after a killed worker without loss or repeats; one-off
 * commands.
 *
 * @tier all
 * @budget 150
 * @topics story loud kills one-off
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { type DeployTestEnv, startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveKills } from './runtime-logs/kills.ts'
import { proveLoud } from './runtime-logs/loud.ts'
import { proveOneOff } from './runtime-logs/one-off.ts'
import { runScenario } from './runtime-logs/scenario.ts'

const report = new Report('runtime-logs')
{
  await using testEnv = await startDeployTestEnv({
    report,
    instance: { environment: { SERVER_RECONCILE_SECONDS: '2' } },
  })
  const topics: Record<string, (testEnv: DeployTestEnv) => Promise<void>> = {
    story: runScenario,
    loud: proveLoud,
    kills: proveKills,
    'one-off': proveOneOff,
  }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => topic(testEnv))
}
report.figure('quick', isQuick)
report.finish()
