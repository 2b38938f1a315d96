/** Resource usage of servers and services. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { requireEnvironment } from '../environments/index.ts'
import { requireServer } from '../servers/index.ts'
import { addLines, emptyLines, type Grid, gridOf, type Lines, toLines } from './metric-lines.policy.ts'
import { containerMetrics, serverMetrics } from './metric-names.policy.ts'
import { chooseResolution, chooseStep, type Range, type Resolution } from './metric-resolutions.policy.ts'
import { containerLines, serverLines } from './metrics.mapper.ts'
import { findServerSeries, listEnvironmentSeries, type SeriesRow } from './metrics.repository.ts'
import type { EnvironmentMetrics, EnvironmentMetricsQuery, MetricsQuery, ServerMetrics } from './metrics.schemas.ts'
import { readPoints } from './points.query.ts'

export interface MetricsService {
  ofServer(actor: Actor, id: Id<'srv'>, query: MetricsQuery): Promise<ServerMetrics>
  ofEnvironment(actor: Actor, id: Id<'env'>, query: EnvironmentMetricsQuery): Promise<EnvironmentMetrics>
}

const usualRangeSeconds = 3_600
const longestRangeSeconds = 366 * 86_400
/** Default of the setting; a finer step than the real one only has gaps. */
const intervalSeconds = 15

export function createMetricsService({ database, clock }: { database: Database; clock: Clock }): MetricsService {
  return {
    ofServer: ({ organizationId }, id, query) =>
      database.tenant(organizationId, async (tx) => {
        await requireServer(tx, organizationId, id)
        const plan = planOf(query, clock.now())
        const series = await findServerSeries(tx, organizationId, id)
        const lines = await readLines(tx, organizationId, { series: series === undefined ? [] : [series], plan })
        const metrics = lines.get(series?.id ?? 0) ?? emptyLines(plan.grid, serverMetrics)
        return { ...shownGrid(plan.grid), metrics: serverLines(metrics) }
      }),
    ofEnvironment: ({ organizationId }, id, { service, ...query }) =>
      database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const plan = planOf(query, clock.now())
        const series = await listEnvironmentSeries(tx, organizationId, { environmentId: id, service })
        const lines = await readLines(tx, organizationId, { series, plan })
        return { ...shownGrid(plan.grid), services: servicesOf(series, lines) }
      }),
  }
}

interface Plan {
  range: Range
  grid: Grid
  resolution: Resolution
}

function planOf(query: MetricsQuery, nowDate: Date): Plan {
  const now = Math.ceil(nowDate.getTime() / 1_000)
  // Clamp to the time between 1970 and now.
  const within = (date: Date) => Math.min(Math.max(0, Math.ceil(date.getTime() / 1_000)), now)
  const to = within(query.to ?? nowDate)
  const asked = query.from === undefined ? to - usualRangeSeconds : within(query.from)
  // A range that ends before it begins has no values; one that is too long starts at the retention limit.
  const from = Math.max(Math.min(asked, to), to - longestRangeSeconds, 0)
  const step = chooseStep({ from, to }, { asked: query.step, now, rhythm: intervalSeconds })
  const grid = gridOf({ from, to }, step)
  return { range: { from: grid.from, to }, grid, resolution: chooseResolution({ from, now, step }) }
}

async function readLines(
  tx: Tx,
  organizationId: OrganizationId,
  { series, plan }: { series: readonly SeriesRow[]; plan: Plan },
): Promise<Map<number, Lines>> {
  const { range, grid, resolution } = plan
  const points = await readPoints(tx, organizationId, { series, resolution, ...range })
  return new Map(
    series.map(({ id, environmentId }) => [
      id,
      toLines(points.get(id) ?? [], grid, environmentId === null ? serverMetrics : containerMetrics),
    ]),
  )
}

/** Omits services without any value in the range, because most of them were removed long ago. */
function servicesOf(series: readonly SeriesRow[], lines: ReadonlyMap<number, Lines>): EnvironmentMetrics['services'] {
  const withValues = series.filter(({ id }) => hasValues(lines.get(id) ?? {}))
  const byService = Map.groupBy(withValues, ({ serviceId }) => serviceId)
  return [...byService]
    .flatMap(([id, places]) => {
      const name = places[0]?.service
      if (id === null || name === undefined || name === null) return []
      const metrics = containerLines(addLines(places.map((place) => lines.get(place.id) ?? {})))
      return [{ id, name, containers: new Set(places.map(({ slot }) => slot)).size, metrics }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function hasValues(lines: Lines): boolean {
  return Object.values(lines).some(({ values }) => values.some((each) => each !== null))
}

function shownGrid({ from, step, count }: Grid) {
  return { from: new Date(from * 1_000), to: new Date((from + count * step) * 1_000), stepSeconds: step }
}
