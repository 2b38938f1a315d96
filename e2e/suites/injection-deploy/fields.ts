/** Each payload in each field. The next payload overwrites an accepted one, and deployments use them. */
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { deploymentSinks, sinks } from './sinks.ts'
import { deploy, note, resetServices, type TestEnv } from './test-env.ts'

const atOnce = 6
/** Number of deployments that begin with hostile text, in the quick form. */
const quickDeployments = 3

export async function tryFields(testEnv: TestEnv, payloads: readonly string[]): Promise<void> {
  await resetServices(testEnv)
  // In the quick form each field gets a third of the payloads, and the next field another third.
  const chosen = sinks.flatMap((sink, at) =>
    payloads.filter((_, index) => !isQuick || index % 3 === at % 3).map((payload) => ({ sink, payload })),
  )
  await inParallel(chosen, atOnce, async ({ sink, payload }) => {
    const { status } = await ask(testEnv, sink.method, sink.path(testEnv), sink.body(payload))
    note(testEnv, status)
    if (status >= 500)
      testEnv.report.expect(false, `${sink.name} with ${JSON.stringify(payload).slice(0, 80)}: ${status}`)
  })
  testEnv.report.figure('sinks', sinks.length + deploymentSinks.length)
  await resetServices(testEnv)
  for (const { id } of (await mustAsk(testEnv, 'GET', '/registries')).items ?? [])
    await ask(testEnv, 'DELETE', `/registries/${id}`)
}

/** Hostile branches, commits and images that the API accepts: each deployment must end and fail. */
export async function tryDeployments(testEnv: TestEnv, payloads: readonly string[]): Promise<void> {
  for (const sink of deploymentSinks) {
    let begun = 0
    for (const payload of payloads) {
      if (isQuick && begun >= quickDeployments) break
      const { status, error } = await deploy(testEnv, sink.body(payload))
      const isRefused = status.startsWith('refused')
      if (!isRefused) begun += 1
      const what = `${sink.name} with ${JSON.stringify(payload).slice(0, 80)}`
      testEnv.report.expect(isRefused || status === 'failed', `${what} ends as failed, not ${status}`)
      testEnv.report.expect(error?.code !== 'step_failed', `${what}: the failure has a name`)
    }
  }
}
