/**
 * The control plane is lost and restored from an old backup with nothing but the recovery kit: no container stops, no request
 * fails, stale workers are refused, the next deployment works.
 *
 * @tier all
 * @budget 120
 */
import { S3Server } from '../fixtures/s3-server.ts'
import { isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { rehearse } from './control-plane-drill/drill.ts'

const sweepSeconds = 2

const report = new Report('control-plane-drill')
{
  await using store = await S3Server.start()
  const environment = { SERVER_RECONCILE_SECONDS: String(sweepSeconds), SERVER_CHECK_SECONDS: String(sweepSeconds) }
  await using testEnv = await startDeployTestEnv({ report, instance: { environment } })
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('a server was asked for')
  await runTopic(testEnv, 'drill', () => rehearse({ testEnv, server, store, sweepSeconds }))
}
report.figure('quick', isQuick)
report.finish()
