/** Many environments on one server: each has its own network. */
import { inParallel } from '../../support/in-parallel.ts'
import type { RuntimeTestEnv } from './test-env.ts'

export async function proveManyNetworks({ runtime, report, pool }: RuntimeTestEnv, count: number): Promise<void> {
  const call = { signal: new AbortController().signal }
  const labels = { 'longshore.environment': 'many' }
  const names = Array.from({ length: count }, (_, index) => `longshore-many${index}`)
  const started = performance.now()
  const subnets = new Set<string>()
  await inParallel(names, 4, async (name) => {
    subnets.add((await runtime.ensureNetwork({ name, labels, pool }, call)).subnet)
  })
  report.figure('msPerNetwork', Math.round((performance.now() - started) / count))
  report.expect(subnets.size === count, `${count} networks have ${subnets.size} subnets`)
  const small = { base: '10.210.0.0/27', prefix: 27 }
  const refused = await runtime.ensureNetwork({ name: 'longshore-over', labels, pool: small }, call).catch((e) => e)
  report.expect(
    refused.code === 'no_free_network',
    `a full pool is refused: ${refused.code ?? JSON.stringify(refused)}`,
  )
  for (const name of names) await runtime.removeNetwork(name, call)
  const left = await runtime.listNetworks(labels, call)
  report.expect(left.length === 0, `${left.length} networks are left`)
}
