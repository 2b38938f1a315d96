/**
 * The SDK as others use it: packed, installed and bundled, in Node and in a browser, with interrupted streams.
 *
 * @tier all
 * @budget 90
 * @topics story deployment examples browser
 */
import { isChosen } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { startRelay } from '../support/relay.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { runBrowserScenario } from './sdk/browser-scenario.ts'
import { installPacked } from './sdk/consumer.ts'
import { followDeployment } from './sdk/deployment-stream.ts'
import { runNodeScenario } from './sdk/node-scenario.ts'
import { runExamples } from './sdk/run-examples.ts'
import type { SdkTestEnv } from './sdk/test-env.ts'

const report = new Report('sdk')
{
  await using consumer = await installPacked(report)
  await using relay = await startRelay(0)
  // Pages connect through the relay, so that it can disconnect them. For them it is the instance.
  const publicUrl = `http://127.0.0.1:${relay.port}`
  await using testEnv = await startDeployTestEnv({ report, instance: { environment: { PUBLIC_URL: publicUrl } } })
  relay.leadTo(Number(new URL(testEnv.instance.url).port))
  const sdk: SdkTestEnv = { testEnv, relay, publicUrl, consumer }
  const topics: Record<string, () => Promise<void>> = {
    story: () => runNodeScenario(sdk),
    deployment: () => followDeployment(sdk),
    examples: () => runExamples(sdk),
    browser: () => runBrowserScenario(sdk),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(testEnv, name, topic)
}
report.finish()
