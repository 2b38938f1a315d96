/** Caches the Engine's info for a moment: several parts of a deployment request it within a second. */
import type { z } from 'zod'
import type { Engine } from './engine.ts'
import type { EngineInfo, EngineVersion } from './engine-schemas.ts'

export interface RecentInfo {
  readonly info: z.output<typeof EngineInfo>
  readonly version: z.output<typeof EngineVersion>
}

const keptMs = 60_000
const known = new WeakMap<object, { asked: Promise<RecentInfo>; untilMs: number }>()

/** Use it only for facts that don't change every second: versions, architecture, folders, processors. */
export async function recentInfo(
  connection: object,
  engine: Engine,
  limits: { signal: AbortSignal; deadlineMs?: number },
): Promise<RecentInfo> {
  const found = known.get(connection)
  if (found !== undefined && found.untilMs > performance.now()) return await found.asked
  const asked = Promise.all([engine.info(limits), engine.version(limits)]).then(([info, version]) => ({
    info,
    version,
  }))
  known.set(connection, { asked, untilMs: performance.now() + keptMs })
  asked.catch(() => known.delete(connection))
  return await asked
}
