/**
 * Converts completed hours to blocks: raw points, means and maxima of five minutes, and of the hour. Rows are deleted
 * and blocks written in one transaction, so that a crash neither loses an hour nor counts it twice; late rows are
 * merged into existing blocks.
 */
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { type BackgroundLoop, Loop } from '../../platform/durable/loop.ts'
import type { Log } from '../../platform/log/log.ts'
import { decodeBlock, encodeBlock, type Point } from './metric-block.policy.ts'
import { containerMetrics, type MetricDefinition, serverMetrics } from './metric-names.policy.ts'
import {
  coarse,
  downsample,
  fine,
  hourSeconds,
  mergePoints,
  type Resolution,
  raw,
  resolutions,
} from './metric-resolutions.policy.ts'
import { decodeRound } from './metric-round.policy.ts'
import { listBlocks, listSeriesById, saveBlocks, takeRounds } from './metrics.repository.ts'
import { type DueSample, listFullHours, removeEmptySeries, removeOldBlocks } from './metrics.system-repository.ts'

const hoursAtOnce = 200
const removedAtOnce = 5_000
/** Rounds that were measured just before the hour may be written just after it. */
const lateMs = 60_000

export function createCompactor({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return new Loop({ name: 'metrics-compactor', everyMs: 60_000, log, roundMs: 600_000 }, (signal) =>
    compact(database, new Date(), signal),
  )
}

export async function compact(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const before = startOf(now.getTime() - lateMs, hourSeconds)
  for (const full of await listFullHours(database.systemDb, { before, limit: hoursAtOnce })) {
    if (signal?.aborted === true) return
    await compactHour(database, full)
  }
  await removeOld(database, now)
}

export async function compactHour(database: Database, full: DueSample & { hour: Date }): Promise<void> {
  const { organizationId, serverId, hour } = full
  const to = new Date(hour.getTime() + hourSeconds * 1_000)
  await database.tenant(organizationId, async (tx) => {
    const points = new Map<number, Point[]>()
    for (const { at, data } of await takeRounds(tx, organizationId, { serverId, from: hour, to })) {
      for (const { seriesId, values } of decodeRound(data)) {
        const known = points.get(seriesId) ?? []
        known.push({ at: Math.floor(at.getTime() / 1_000), values })
        points.set(seriesId, known)
      }
    }
    // A series that was deleted with its environment has no block.
    const series = await listSeriesById(tx, organizationId, [...points.keys()])
    const changes = series.map(({ id, environmentId }) => ({
      id,
      definitions: environmentId === null ? serverMetrics : containerMetrics,
      points: points.get(id) ?? [],
    }))
    await writeHour(tx, organizationId, { hour, changes })
  })
}

interface Change {
  id: number
  definitions: readonly MetricDefinition[]
  points: readonly Point[]
}

async function writeHour(
  tx: Tx,
  organizationId: OrganizationId,
  { hour, changes }: { hour: Date; changes: readonly Change[] },
): Promise<void> {
  const whole = await mergeInto(tx, organizationId, { resolution: raw, hour, changes })
  for (const resolution of [fine, coarse]) {
    const means = whole.map(({ id, definitions, points }) => ({
      id,
      definitions,
      points: downsample(points, { seconds: resolution.seconds, definitions }),
    }))
    await mergeInto(tx, organizationId, { resolution, hour, changes: means })
  }
}

/** Returns the current points of the blocks. */
async function mergeInto(
  tx: Tx,
  organizationId: OrganizationId,
  { resolution, hour, changes }: { resolution: Resolution; hour: Date; changes: readonly Change[] },
): Promise<Change[]> {
  const start = startOf(hour.getTime(), resolution.blockSeconds)
  const query = {
    seriesIds: changes.map(({ id }) => id),
    resolution: resolution.seconds,
    from: start,
    to: new Date(start.getTime() + 1),
  }
  const before = new Map(
    (await listBlocks(tx, organizationId, query)).map(({ seriesId, data }) => [seriesId, decodeBlock(data)]),
  )
  const merged = changes.map((change) => ({
    ...change,
    points: mergePoints(before.get(change.id) ?? [], change.points),
  }))
  const blocks = merged.map(({ id, points }) => ({ seriesId: id, start, data: encodeBlock(points) }))
  await saveBlocks(tx, organizationId, { resolution: resolution.seconds, blocks })
  return merged
}

/** Removes one batch of each per round; the rest follows in the next. */
async function removeOld({ systemDb }: Database, now: Date): Promise<void> {
  for (const { seconds, keptSeconds, blockSeconds } of resolutions) {
    const before = new Date(now.getTime() - (keptSeconds + blockSeconds) * 1_000)
    await removeOldBlocks(systemDb, { resolution: seconds, before, limit: removedAtOnce })
  }
  await removeEmptySeries(systemDb, removedAtOnce)
}

function startOf(ms: number, seconds: number): Date {
  return new Date(ms - (ms % (seconds * 1_000)))
}
