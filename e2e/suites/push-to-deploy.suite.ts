/**
 * From a Git push to a live URL: webhooks registered, lost, rotated and pasted; bursts of pushes; commit checks; polling.
 *
 * The full form has fifty pushes in a burst.
 *
 * @tier all
 * @budget 200
 * @topics story bursts lost-hook pasted-hook polling checks
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveBursts } from './push-to-deploy/bursts.ts'
import { proveChecks } from './push-to-deploy/checks.ts'
import { proveLostHook, provePastedHook } from './push-to-deploy/hooks.ts'
import { provePolling } from './push-to-deploy/polling.ts'
import { proveScenario } from './push-to-deploy/scenario.ts'
import { openTestEnv, type Topic } from './push-to-deploy/test-env.ts'

const topics: Record<string, Topic> = {
  story: proveScenario,
  bursts: proveBursts,
  'lost-hook': proveLostHook,
  'pasted-hook': provePastedHook,
  polling: provePolling,
  checks: proveChecks,
}
const report = new Report('push-to-deploy')
{
  await using testEnv = await openTestEnv(report)
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv.deploys, name, () => topic(testEnv))
  const reported = /[0-9a-f]{64}/.test(
    testEnv.deploys.instance.api.output.replaceAll(/"(?:traceId|requestId)":"\w+"/g, ''),
  )
  report.expect(!reported, 'something that looks like a secret of a hook is in the log of the api')
}
report.figure('quick', isQuick)
report.finish()
