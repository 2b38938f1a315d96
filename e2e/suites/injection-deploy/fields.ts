/** Each payload in each field. What is accepted is overwritten by the next; what is used, is used by the deployments. */
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { deploymentSinks, sinks } from './sinks.ts'
import { deploy, note, resetServices, type World } from './test-env.ts'

const atOnce = 6
/** Of deployments that begin with hostile text, in the quick form. */
const quickDeployments = 3

export async function tryFields(world: World, payloads: readonly string[]): Promise<void> {
  await resetServices(world)
  // In the quick form each field gets a third of them, another third for the next.
  const chosen = sinks.flatMap((sink, at) =>
    payloads.filter((_, index) => !isQuick || index % 3 === at % 3).map((payload) => ({ sink, payload })),
  )
  await inParallel(chosen, atOnce, async ({ sink, payload }) => {
    const { status } = await ask(world, sink.method, sink.path(world), sink.body(payload))
    note(world, status)
    if (status >= 500)
      world.report.expect(false, `${sink.name} with ${JSON.stringify(payload).slice(0, 80)}: ${status}`)
  })
  world.report.figure('sinks', sinks.length + deploymentSinks.length)
  await resetServices(world)
  for (const { id } of (await mustAsk(world, 'GET', '/registries')).items ?? [])
    await ask(world, 'DELETE', `/registries/${id}`)
}

/** Hostile branches, commits and images as far as the API takes them: each has to end, and as a failure. */
export async function tryDeployments(world: World, payloads: readonly string[]): Promise<void> {
  for (const sink of deploymentSinks) {
    let begun = 0
    for (const payload of payloads) {
      if (isQuick && begun >= quickDeployments) break
      const { status, error } = await deploy(world, sink.body(payload))
      const isRefused = status.startsWith('refused')
      if (!isRefused) begun += 1
      const what = `${sink.name} with ${JSON.stringify(payload).slice(0, 80)}`
      world.report.expect(isRefused || status === 'failed', `${what} ends as failed, not ${status}`)
      world.report.expect(error?.code !== 'step_failed', `${what}: the failure has a name`)
    }
  }
}
