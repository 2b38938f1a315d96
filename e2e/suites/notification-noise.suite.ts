/**
 * Notifications that people do not mute, on a real server with vendors on loopback: a deployment that fails is one message for each
 * connector that asked for it, of whatever kind; a server that comes and goes is one message and one more when it stays; and
 * connectors that are all dead make no deployment slower.
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { proveNoDelay } from './notification-noise/delay.ts'
import { proveFailing } from './notification-noise/failing.ts'
import { proveFlappingServer } from './notification-noise/flapping.ts'

const report = new Report('notification-noise')
{
  await using world = await startDeployWorld({
    report,
    user: 'deploy',
    instance: { environment: { ALERT_SECONDS: '1', SERVER_CHECK_SECONDS: '2', NOTICE_RETRY_SECONDS: '5' } },
  })
  await using sql = createSqlClient(world.instance.databaseUrl)
  const noisy = { ...world, sql }
  const topics: Record<string, () => Promise<void>> = {
    failing: () => proveFailing(world),
    delay: () => proveNoDelay(noisy),
    flapping: () => proveFlappingServer(noisy),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(world, name, topic)
}
report.figure('quick', isQuick)
report.finish()
