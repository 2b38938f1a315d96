/** The cache of builds on a server, kept within a budget. */
import { z } from 'zod'
import { translate } from '../docker/engine-failure.ts'
import type { Engine } from '../docker/index.ts'
import type { ImageRuntime } from '../runtime/runtime.ts'

const Pruned = z.object({ SpaceReclaimed: z.number().nullish() })

/** What was used least lately goes first. `keep-storage` is what Engines before 28 read. */
export function createTrim(engine: Engine): ImageRuntime['trimBuildCache'] {
  return async (keepBytes, { signal, deadlineMs = 120_000 }) => {
    const query = { all: true, 'keep-storage': keepBytes, 'max-used-space': keepBytes, 'reserved-space': keepBytes }
    const request = { method: 'POST', path: ['build', 'prune'], query, signal, deadlineMs } as const
    const { SpaceReclaimed } = await translate('engine_refused', () => engine.http.read(Pruned, request))
    return SpaceReclaimed ?? 0
  }
}
