/** Keeps the build cache of a server within a budget. */
import { z } from 'zod'
import { translate } from '../docker/engine-failure.ts'
import type { Engine } from '../docker/index.ts'
import type { ImageRuntime } from '../runtime/runtime.ts'

const Pruned = z.object({ SpaceReclaimed: z.number().nullish() })

/** Removes the least recently used entries first. Engines before 28 read `keep-storage`. */
export function createTrim(engine: Engine): ImageRuntime['trimBuildCache'] {
  return async (keepBytes, { signal, deadlineMs = 120_000 }) => {
    const query = { all: true, 'keep-storage': keepBytes, 'max-used-space': keepBytes, 'reserved-space': keepBytes }
    const request = { method: 'POST', path: ['build', 'prune'], query, signal, deadlineMs } as const
    const { SpaceReclaimed } = await translate('engine_refused', () => engine.http.read(Pruned, request))
    return SpaceReclaimed ?? 0
  }
}
