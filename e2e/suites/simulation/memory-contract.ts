/** The in-memory server fulfills the contract of every runtime. */
import { type ContractContext, runtimeContract } from '@longshore/remote/runtime/contract'
import { memoryRuntime } from './memory-runtime.ts'
import { MemoryServer, wellBehaved } from './memory-server.ts'

/** Deviations from the contract, by case. */
export async function checkContract(): Promise<{ cases: number; broken: string[] }> {
  const server = new MemoryServer('contract')
  const image = `sha256:${'1'.repeat(64)}`
  server.images.set(image, { id: image, tags: new Set(), digest: null, labels: {}, behavior: wellBehaved })
  const runtimeOf = (instance: string) =>
    memoryRuntime(server, {
      instance,
      now: Date.now,
      random: () => 0,
      hasFences: true,
      behaviorOf: () => wellBehaved,
      call: async (_name, call, _options, effect) => {
        call.signal.throwIfAborted()
        return effect()
      },
    })
  const pool = { base: '10.210.0.0/16', prefix: 27 }
  const simulation: ContractContext = { runtime: runtimeOf('suite'), stranger: runtimeOf('stranger'), image, pool }
  const broken: string[] = []
  for (const each of runtimeContract)
    await each.run(simulation).catch((error: unknown) => broken.push(`contract, ${each.name}: ${String(error)}`))
  return { cases: runtimeContract.length, broken }
}
