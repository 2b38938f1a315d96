/**
 * bin/suite control-plane-drill [--quick]: the control plane is lost and restored from a backup that is five deployments old, with
 * nothing but the recovery kit and a bucket. No container stops, no request is lost, stale fences are refused, the next
 * deployment works.
 */
import { S3Server } from '../fixtures/s3-server.ts'
import { startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { rehearse } from './control-plane-drill/drill.ts'

const sweepSeconds = 2

const report = new Report('control-plane-drill')
{
  await using store = await S3Server.start()
  const environment = { SWEEP_SECONDS: String(sweepSeconds), SERVER_CHECK_SECONDS: String(sweepSeconds) }
  await using world = await startDeployWorld({ report, instance: { environment } })
  const [server] = world.servers
  if (server === undefined) throw new Error('a server was asked for')
  await runTopic(world, 'drill', () => rehearse({ world, server, store, sweepSeconds }))
}
report.figure('quick', isQuick)
report.finish()
