/** A server's recent resource usage, for alerts. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Point } from './metric-block.policy.ts'
import { containerMetrics, serverMetrics } from './metric-names.policy.ts'
import { fine, raw } from './metric-resolutions.policy.ts'
import { findServerSeries, listSeriesOnServer, type SeriesRow } from './metrics.repository.ts'
import { readPoints } from './points.query.ts'

export interface RecentUse {
  /** The last minutes, oldest first; null if nothing was measured. */
  use: { memoryUsedBytes: number; memoryBytes: number; diskUsedBytes: number; diskBytes: number }[] | null
  /** The last hours. */
  disk: { at: number; usedBytes: number; diskBytes: number }[]
  /** Restarts within the requested time; null if nothing was measured. */
  services: { environmentId: Id<'env'>; service: string; restarts: number }[] | null
}

const freshSeconds = 180
const diskSeconds = 6 * 3_600

export async function readRecentUse(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, now, restartSeconds }: { serverId: Id<'srv'>; now: Date; restartSeconds: number },
): Promise<RecentUse> {
  const to = Math.floor(now.getTime() / 1_000) + 1
  const server = await findServerSeries(tx, organizationId, serverId)
  if (server === undefined) return { use: null, disk: [], services: null }
  const places = await listSeriesOnServer(tx, organizationId, serverId)
  const from = to - Math.max(restartSeconds, freshSeconds)
  const recent = await readPoints(tx, organizationId, { series: [server, ...places], resolution: raw, from, to })
  const fresh = (recent.get(server.id) ?? []).filter(({ at }) => at >= to - freshSeconds)
  const disk = await readDisk(tx, organizationId, { server, from: to - diskSeconds, to })
  const byService = new Map<string, { environmentId: Id<'env'>; service: string; restarts: number }>()
  for (const { id, environmentId, service } of places) {
    if (environmentId === null || service === null) continue
    const found = (recent.get(id) ?? []).filter(({ at }) => at >= to - restartSeconds)
    const name = `${environmentId} ${service}`
    const known = byService.get(name) ?? { environmentId, service, restarts: 0 }
    known.restarts += found.reduce((sum, point) => sum + (point.values[restartsAt] ?? 0), 0)
    if (found.length > 0) byService.set(name, known)
  }
  const isMeasured = fresh.length > 0
  return {
    use: isMeasured ? fresh.map(toUse) : null,
    disk,
    services: isMeasured ? [...byService.values()] : null,
  }
}

const restartsAt = containerMetrics.findIndex(({ name }) => name === 'restarts')

/** One point per five minutes, for the last hour too, so that each time has the same weight. */
async function readDisk(
  tx: Tx,
  organizationId: OrganizationId,
  { server, from, to }: { server: SeriesRow; from: number; to: number },
): Promise<RecentUse['disk']> {
  const points = await readPoints(tx, organizationId, {
    series: [server],
    resolution: fine,
    from,
    to,
    roundsEveryMs: fine.seconds * 1_000,
  })
  const spans = Map.groupBy(points.get(server.id) ?? [], ({ at }) => at - (at % fine.seconds))
  return [...spans.values()].flatMap((each) => each.slice(-1)).map(toDisk)
}

function toDisk(point: Point): RecentUse['disk'][number] {
  return { at: point.at, usedBytes: read(point, 'diskUsedBytes'), diskBytes: read(point, 'diskBytes') }
}

function toUse(point: Point): NonNullable<RecentUse['use']>[number] {
  return {
    memoryUsedBytes: read(point, 'memoryUsedBytes'),
    memoryBytes: read(point, 'memoryBytes'),
    diskUsedBytes: read(point, 'diskUsedBytes'),
    diskBytes: read(point, 'diskBytes'),
  }
}

function read(point: Point, name: (typeof serverMetrics)[number]['name']): number {
  const column = serverMetrics.findIndex((each) => each.name === name)
  return (point.values[column] ?? 0) * (serverMetrics[column]?.unit ?? 1)
}
