/** Reads points from blocks of the resolution, and from rounds that are in no block yet. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { decodeBlock, type Point } from './metric-block.policy.ts'
import type { Range, Resolution } from './metric-resolutions.policy.ts'
import { decodeRound } from './metric-round.policy.ts'
import { listBlocks, listRounds, type SeriesRow } from './metrics.repository.ts'

export async function readPoints(
  tx: Tx,
  organizationId: OrganizationId,
  {
    series,
    resolution,
    from,
    to,
    roundsEveryMs = 1,
  }: Range & {
    series: readonly SeriesRow[]
    resolution: Resolution
    /** Reads at most one round within this time. */
    roundsEveryMs?: number
  },
): Promise<Map<number, Point[]>> {
  const points = new Map<number, Point[]>(series.map(({ id }) => [id, []]))
  const blocks = await listBlocks(tx, organizationId, {
    seriesIds: [...points.keys()],
    resolution: resolution.seconds,
    from: new Date((from - (from % resolution.blockSeconds)) * 1_000),
    to: new Date(to * 1_000),
  })
  const isAsked = ({ at }: Point) => at >= from && at < to
  for (const { seriesId, data } of blocks) points.get(seriesId)?.push(...decodeBlock(data).filter(isAsked))
  const rounds = await listRounds(tx, organizationId, {
    serverIds: [...new Set(series.map(({ serverId }) => serverId))],
    from: new Date(from * 1_000),
    to: new Date(to * 1_000),
    everyMs: roundsEveryMs,
  })
  for (const round of rounds) {
    const at = Math.floor(round.at.getTime() / 1_000)
    for (const { seriesId, values } of decodeRound(round.data)) points.get(seriesId)?.push({ at, values })
  }
  return points
}
