/** Compares a copy after the release commands with its first snapshot. */
import type { Runtime } from '@longshore/remote/runtime'
import type { RehearsedDatabase } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import { measureDisk, takeSnapshot } from './measure-copy.remote.ts'
import type { Observed } from './observe-copies.remote.ts'
import type { ChosenBackup } from './rehearsal-tools.context.ts'
import { compareReplays, prepareAll } from './replay-queries.remote.ts'
import { compareHeads, compareRows, compareSchema, findRewritten, type Snapshot } from './schema-snapshot.policy.ts'

export async function describeDatabase(
  runtime: Runtime,
  { origin, isEnded, signal, ...observed }: Observed & { origin: ChosenBackup; isEnded: boolean; signal: AbortSignal },
): Promise<RehearsedDatabase> {
  const { copy, before, recorded, working } = observed
  // A command that was stopped left an unfinished transaction, whose locks would block every question.
  const after = isEnded ? await readAfter(runtime, observed, signal) : before
  const now = isEnded ? await replayAfter(runtime, observed, signal) : working
  const disk = await measureDisk(runtime, copy, signal).catch(() => undefined)
  signal.throwIfAborted()
  const existing = new Set(before.tables.keys())
  const locks = observed.locks.read(existing)
  return {
    service: copy.service.name,
    engine: copy.kind,
    backupId: origin.row.id,
    backupAt: origin.startedAt,
    restoredBytes: origin.manifest.plainBytes,
    restoreMs: observed.restoreMs,
    diskBytes: observed.diskBytes,
    diskGrowthBytes: Math.max(0, observed.growthBytes, (disk?.usedBytes ?? 0) - observed.diskBytes),
    locks,
    rewritten: findRewritten(before, after).map((each) => ({
      ...each,
      isBlocking: isBlocking(copy.kind, each, locks),
    })),
    schema: compareSchema(before, after),
    rows: compareRows(before, after),
    heads: compareHeads(before, after),
    queries: compareReplays(recorded, working, now),
  }
}

/** PostgreSQL always rewrites under an exclusive lock. MariaDB can do it while others write. */
function isBlocking(
  kind: RehearsedDatabase['engine'],
  { table }: { table: string },
  locks: RehearsedDatabase['locks'],
): boolean {
  return kind === 'postgres' || locks.some(({ relation, blocks }) => relation === table && blocks !== 'changes')
}

/** A copy that crashed shows no changes. Its release command failed, which is enough to stop a deployment. */
async function readAfter(runtime: Runtime, { copy, before }: Observed, signal: AbortSignal): Promise<Snapshot> {
  const after = await takeSnapshot(runtime, copy, signal).catch(() => before)
  signal.throwIfAborted()
  return after
}

async function replayAfter(runtime: Runtime, { copy, recorded, working }: Observed, signal: AbortSignal) {
  const now = await prepareAll(runtime, copy, { queries: recorded.queries, signal }).catch(() => working)
  signal.throwIfAborted()
  return now
}
