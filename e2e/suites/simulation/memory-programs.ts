/** Programs that run once on an in-memory server. They print nothing; only the number of starts matters. */
import type { ContainerRuntime, ContainerState } from '@longshore/remote/runtime'
import { createContainer, findOwn } from './memory-containers.ts'
import { lifeOf, type MemoryServer, stateOf } from './memory-server.ts'
import type { Reach } from './reach.ts'

type Programs = Pick<ContainerRuntime, 'startProgram' | 'adoptProgram' | 'readOutput'>

export function memoryPrograms(server: MemoryServer, reach: Reach): Programs {
  return {
    async startProgram(spec, { onCreated, ...call }) {
      await reach.call('createProgram', call, { takesMs: 100 }, () => {
        if (findOwn(server, reach, spec.name) === undefined)
          createContainer(server, reach, spec, { runsForMs: 2_000 + reach.random() * 30_000 })
      })
      await onCreated()
      return await reach.call('startProgram', call, { takesMs: 100 }, () => begin(server, reach, spec.name))
    },
    adoptProgram: (name, call) =>
      reach.call('adoptProgram', call, { takesMs: 10 }, () =>
        findOwn(server, reach, name) === undefined ? null : begin(server, reach, name),
      ),
    async *readOutput(name, { follow, signal }) {
      const container = server.containers.get(name)
      const endsAt = (container?.startedAt ?? 0) + (container?.runsForMs ?? 0)
      const takesMs = follow ? Math.max(1, endsAt - reach.now()) : 5
      await reach.call('readOutput', { signal }, { takesMs, isWhole: true }, () => undefined)
      yield []
    },
  }
}

/** A program that was started before stays unchanged. */
function begin(server: MemoryServer, reach: Reach, name: string): ContainerState {
  const container = findOwn(server, reach, name)
  if (container === undefined) throw new Error(`the program ${name} is gone`)
  if (lifeOf(container, reach.now()).state === 'created') {
    container.startedAt = reach.now()
    server.note({ at: reach.now(), kind: 'start', what: name })
  }
  return stateOf(container, reach.instance, reach.now())
}
