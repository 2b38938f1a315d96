/**
 * Notifications people don't mute: one message per failed deployment, two for a flapping server, and dead channels slow nothing
 * down.
 *
 * @tier all
 * @budget 200
 * @alone
 * @topics failing delay flapping
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveNoDelay } from './notification-noise/delay.ts'
import { proveFailing } from './notification-noise/failing.ts'
import { proveFlappingServer } from './notification-noise/flapping.ts'

const report = new Report('notification-noise')
{
  await using testEnv = await startDeployTestEnv({
    report,
    user: 'deploy',
    instance: { environment: { ALERT_CHECK_SECONDS: '1', SERVER_CHECK_SECONDS: '2', NOTIFICATION_RETRY_SECONDS: '5' } },
  })
  await using sql = createSqlClient(testEnv.instance.databaseUrl)
  const noisy = { ...testEnv, sql }
  const topics: Record<string, () => Promise<void>> = {
    failing: () => proveFailing(testEnv),
    delay: () => proveNoDelay(noisy),
    flapping: () => proveFlappingServer(noisy),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(testEnv, name, topic)
}
report.figure('quick', isQuick)
report.finish()
