/** A real deployment over a connection that is cut repeatedly: every event arrives once and in order. */
import { createDeployment, streamDeployment } from '@longshore/sdk/operations'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { createShapeCheck } from './stream-shapes.ts'
import { type SdkTestEnv, signInOwner } from './test-env.ts'

const eventsPerCut = 4
const maxCuts = 8

export async function followDeployment(sdk: SdkTestEnv): Promise<void> {
  const { testEnv, relay } = sdk
  const { report, instance } = testEnv
  const { client } = await signInOwner(sdk)
  const app = await testEnv.createApp('followed', { files: nodeApp('hello'), services: [webService()] })
  const { id: did } = await client.call(createDeployment, { id: app.environmentId, body: {} })
  const place = { id: app.environmentId, did }
  const seen: string[] = []
  let cuts = 0
  let status = ''
  for await (const each of client.stream(streamDeployment, place)) {
    seen.push(`${each.id} ${each.event}`)
    if (each.event === 'status') status = each.data.status
    if (seen.length % eventsPerCut !== 0 || cuts >= maxCuts) continue
    cuts += 1
    relay.cut()
  }
  const { client: direct } = await signInOwner(sdk, instance.url)
  const whole: string[] = []
  const checkShape = createShapeCheck(report)
  for await (const each of direct.stream(streamDeployment, place)) {
    whole.push(`${each.id} ${each.event}`)
    checkShape('streamDeployment', each)
  }
  report.figure('stream_events', whole.length)
  report.figure('cuts', cuts)
  report.expect(status === 'live', `the deployment ends live, not ${status}`)
  report.expect(cuts >= 3, `the line was cut ${cuts} times`)
  report.expect(whole.length > 5 && whole.join() === seen.join(), 'what was cut misses and repeats nothing')
}
