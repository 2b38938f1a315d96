/** A month of metrics with quiet nights and busy noons; while the demo runs, new points are added. */
import { encodeBlock, type Point } from '../../apps/server/src/modules/metrics/metric-block.policy.ts'
import {
  containerMetrics, type MetricDefinition, serverMetrics, toStoredRow,
} from '../../apps/server/src/modules/metrics/metric-names.policy.ts' // biome-ignore format: a list
import {
  coarse,
  downsample,
  fine,
  hourSeconds,
  type Resolution,
  raw,
} from '../../apps/server/src/modules/metrics/metric-resolutions.policy.ts'
import { encodeRound } from '../../apps/server/src/modules/metrics/metric-round.policy.ts'
import type { Demo } from './demo.ts'
import { listSources, type Source } from './metric-sources.ts'
import { refreshObservations } from './observations.ts'
import { postponeSweeps } from './servers.ts'

const everySeconds = 30
const daySeconds = 86_400
/** Points of longer resolutions are calculated from these. */
const spans = [
  { resolution: raw, days: 2, step: everySeconds },
  { resolution: fine, days: 14, step: 150 },
  { resolution: coarse, days: 30, step: 900 },
] as const

interface Series {
  readonly id: number
  readonly source: Source
}

const known = new WeakMap<Demo, readonly Series[]>()

export async function addMetrics(demo: Demo): Promise<void> {
  const series: Series[] = []
  for (const source of listSources(demo)) series.push({ id: await addSeries(demo, source), source })
  known.set(demo, series)
  const now = Math.floor(demo.now.getTime() / 1_000)
  const hour = now - (now % hourSeconds)
  for (const each of series) for (const span of spans) await addBlocks(demo, each, { ...span, until: hour })
  // The current hour has rounds, as if they had just been measured.
  for (let at = hour; at <= now; at += everySeconds) await addRound(demo, series, at)
}

/** Keeps the servers alive: adds new points, and prevents comparisons with servers that don't exist. */
export function followServers(demo: Demo): AsyncDisposable {
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = refresh(demo).catch((error: Error) => console.error(`demo: ${error.message}`))
  }, everySeconds * 1_000)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await last
    },
  }
}

async function refresh(demo: Demo): Promise<void> {
  await addRound(demo, known.get(demo) ?? [], Math.floor(Date.now() / 1_000))
  await postponeSweeps(demo)
  await refreshObservations(demo)
}

async function addSeries({ db, organizationId }: Demo, { serverId, environmentId, service, slot }: Source) {
  const rows = await db.query<{ id: string }>(
    `insert into metric_series (organization_id, server_id, environment_id, service_id, service, slot)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [organizationId, serverId, environmentId, service?.id ?? null, service?.name ?? null, slot],
  )
  return Number(rows[0]?.id)
}

async function addBlocks(
  { db, organizationId }: Demo,
  { id, source }: Series,
  { resolution, days, step, until }: { resolution: Resolution; days: number; step: number; until: number },
): Promise<void> {
  const definitions = definitionsOf(source)
  const count = Math.floor((days * daySeconds) / step)
  const taken = Array.from({ length: count }, (_, n) => pointAt(source, until - (count - n) * step))
  const points = resolution.seconds === 0 ? taken : downsample(taken, { seconds: resolution.seconds, definitions })
  const blocks = Map.groupBy(points, ({ at }) => at - (at % resolution.blockSeconds))
  for (const [start, inside] of blocks)
    await db.query(
      'insert into metric_blocks (series_id, resolution, start, organization_id, data) values ($1, $2, to_timestamp($3), $4, $5)',
      [id, resolution.seconds, start, organizationId, encodeBlock(inside)],
    )
}

async function addRound({ db, organizationId, serverIds }: Demo, series: readonly Series[], at: number): Promise<void> {
  for (const serverId of serverIds.values()) {
    const found = series.filter(({ source }) => source.serverId === serverId)
    const data = encodeRound(found.map(({ id, source }) => ({ seriesId: id, values: pointAt(source, at).values })))
    await db.query(
      `insert into metric_rounds (server_id, at, organization_id, data) values ($1, to_timestamp($2), $3, $4) on conflict do nothing`,
      [serverId, at, organizationId, data],
    )
  }
}

function definitionsOf({ service }: Source): readonly MetricDefinition[] {
  return service === null ? serverMetrics : containerMetrics
}

function pointAt(source: Source, at: number): Point {
  return { at, values: toStoredRow(definitionsOf(source), source.valuesAt(at)) }
}
