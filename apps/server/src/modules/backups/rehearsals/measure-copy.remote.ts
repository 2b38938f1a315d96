/** Asks a copied database and its disk while and after a release command runs. */
import { imageShell, type Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { RehearsableEngine } from '../../environments/service-kinds.schemas.ts'
import { engineOf, versionOf } from '../../workloads/worker.ts'
import { type CopiedDatabase, nameOfCopy } from './copy-containers.remote.ts'
import { engineQueries } from './engine-queries.policy.ts'
import { readRows, readSnapshot, type Snapshot, tablesToCount } from './schema-snapshot.policy.ts'

export type Copy = CopiedDatabase & { readonly kind: RehearsableEngine }

const keepBytes = 1_048_576
const queryMs = 120_000
const countMs = 600_000
const diskMs = 30_000
const maxCounted = 200

/** Sends SQL to the copy with its own client. Returns all output, including errors of single statements. */
export async function queryCopy(
  runtime: Runtime,
  copy: Copy,
  { sql, signal, deadlineMs = queryMs }: { sql: string; signal: AbortSignal; deadlineMs?: number },
): Promise<string> {
  const argv = imageShell(engineQueries[copy.kind].client)
  const { output } = await runtime.execIn(nameOfCopy(copy), argv, { signal, deadlineMs, keepBytes, input: sql })
  return output
}

export async function takeSnapshot(runtime: Runtime, copy: Copy, signal: AbortSignal): Promise<Snapshot> {
  const queries = engineQueries[copy.kind]
  const snapshot = readSnapshot(await queryCopy(runtime, copy, { sql: queries.snapshot, signal }))
  if (snapshot === undefined)
    throw new PermanentError('database_not_ready', `The copy of ${copy.service.name} doesn't respond.`)
  const counted = tablesToCount(snapshot, maxCounted)
  if (counted.length === 0) return snapshot
  const sql = queries.count(counted.map(([, table]) => table))
  const output = await queryCopy(runtime, copy, { sql, signal, deadlineMs: countMs })
  return {
    ...snapshot,
    rows: readRows(
      output,
      counted.map(([name]) => name),
    ),
  }
}

export interface DiskUse {
  readonly usedBytes: number
  readonly freeBytes: number
}

/** A file that vanishes meanwhile makes `du` fail, but not its result. */
const diskScript = 'du -sk "$1" 2>/dev/null | cut -f1; df -Pk "$1" | tail -n 1'

/** Returns undefined when the container doesn't run. */
export async function measureDisk(runtime: Runtime, copy: Copy, signal: AbortSignal): Promise<DiskUse | undefined> {
  const path = engineOf(copy.kind).volumePath(versionOf(copy.reference))
  const argv = [...imageShell(diskScript), 'sh', path] as const
  const { output } = await runtime.execIn(nameOfCopy(copy), argv, { signal, deadlineMs: diskMs })
  const [used = '', free = ''] = output.trim().split('\n')
  const freeKilobytes = Number(free.trim().split(/\s+/)[3])
  const usedKilobytes = Number(used.trim())
  if (!Number.isSafeInteger(usedKilobytes) || !Number.isSafeInteger(freeKilobytes)) return undefined
  return { usedBytes: usedKilobytes * 1_024, freeBytes: freeKilobytes * 1_024 }
}
