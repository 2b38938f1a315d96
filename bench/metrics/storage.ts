/** Stores a week of busy containers with the real code in a real database, then measures the size of its tables. */

import { createDatabase, type Database } from '../../apps/server/src/testing/internals/database.ts'
import {
  compact,
  containerMetrics,
  createMetricsService,
  encodeRound,
  ensureSeries,
  toStoredRow,
} from '../../apps/server/src/testing/internals/metrics.ts'
import { startPostgres } from '../../apps/server/src/testing/postgres.ts'
import { createSqlClient, type SqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { createTestEnvironment, type TestEnvironment } from '../../apps/server/src/testing/test-deployments.ts'
import { Random } from '../../e2e/support/random.ts'

export interface WeekSize {
  /** Size of tables and indexes, including removed rows. */
  bytes: number
  /** The same, if every sample of the week were stored as it was taken. */
  bytesOfAll: number
  bytesPerSample: number
  /** Time to compact one hour of all containers. */
  compactMs: number
  /** Time to read a day of an environment with all containers, through the service. */
  readMs: number
}

const [hourMs, everyMs, hours] = [3_600_000, 15_000, 7 * 24]
const dayMs = 24 * hourMs
/** An hour changes or removes 4 % of the blocks. */
const vacuumEveryMs = 5 * hourMs

export async function measureStorage(containers: number): Promise<WeekSize> {
  await using postgres = await startPostgres()
  const url = await postgres.createDatabase()
  await using database = createDatabase({ url, poolSize: 4, applicationName: 'bench' })
  await using sql = createSqlClient(url)
  const testEnvironment = await createTestEnvironment(database)
  const seriesIds = await makeSeries(database, testEnvironment, containers)
  const loads = seriesIds.map((_, index) => busyContainer(index))
  const end = Math.floor(Date.now() / hourMs) * hourMs
  const compacted: number[] = []
  let rawBytes = 0
  for (let hour = end - hours * hourMs; hour < end; hour += hourMs) {
    await insertHour(sql, testEnvironment, { hour, seriesIds, loads })
    const began = performance.now()
    await compact(database, new Date(hour + hourMs + 120_000))
    compacted.push(performance.now() - began)
    rawBytes += await numberOf(
      sql,
      `select sum(length(data)) from metric_blocks where resolution = 0 and start = to_timestamp(${hour / 1_000})`,
    )
    // The database does this automatically when a fifth of a table is dead, but not within the minutes of this
    // simulated week.
    await sql.query('vacuum metric_rounds')
    if (hour % vacuumEveryMs === 0) await sql.query('vacuum metric_blocks')
  }
  const bytes = await numberOf(
    sql,
    `select sum(pg_total_relation_size(name)) from unnest('{metric_blocks,metric_rounds,metric_series}'::regclass[]) name`,
  )
  const keptBytes = await numberOf(sql, 'select sum(length(data)) from metric_blocks where resolution = 0')
  return {
    bytes,
    bytesOfAll: bytes + rawBytes - keptBytes,
    bytesPerSample: rawBytes / (containers * hours * (hourMs / everyMs)),
    compactMs: compacted.reduce((sum, each) => sum + each, 0) / hours,
    readMs: await readDay(database, testEnvironment, end),
  }
}

async function makeSeries(database: Database, testEnvironment: TestEnvironment, count: number): Promise<number[]> {
  const { organizationId, serverId, environmentId, serviceId } = testEnvironment
  return await database.tenant(organizationId, async (tx) => {
    const ids: number[] = []
    for (let slot = 0; slot < count; slot += 1) {
      const key = { environmentId, serviceId, service: 'web', slot }
      ids.push((await ensureSeries(tx, organizationId, { serverId, key })) ?? 0)
    }
    return ids
  })
}

async function insertHour(
  sql: SqlClient,
  { organizationId, serverId }: TestEnvironment,
  { hour, seriesIds, loads }: { hour: number; seriesIds: readonly number[]; loads: readonly Load[] },
): Promise<void> {
  const times = Array.from({ length: hourMs / everyMs }, (_, index) => hour + index * everyMs)
  const rounds = times.map((at) =>
    encodeRound(seriesIds.map((seriesId, index) => ({ seriesId, values: loads[index]?.(at) ?? [] }))),
  )
  await sql.query(
    `insert into metric_rounds (server_id, organization_id, at, data)
     select $1, $2, at, data from unnest($3::timestamptz[], $4::bytea[]) as row (at, data)`,
    [serverId, organizationId, times.map((at) => new Date(at)), rounds],
  )
}

type Load = (atMs: number) => number[]

/** Nothing is idle: traffic with a daily shape and noise, varying memory, writes every other time. */
function busyContainer(index: number): Load {
  const source = new Random(index + 1)
  const random = () => source.next()
  let memory = 100e6 + random() * 400e6
  const scale = 0.2 + random()
  return (atMs) => {
    const shape = scale * (1.2 + Math.sin((2 * Math.PI * atMs) / dayMs)) * (0.6 + 0.8 * random())
    memory = Math.max(20e6, memory + (random() - 0.5) * 2e6)
    return toStoredRow(containerMetrics, {
      cpuCores: 0.1 * shape,
      memoryBytes: memory,
      memoryLimitBytes: 512 << 20,
      networkReceivedBytesPerSecond: 20_000 * shape * (0.8 + 0.4 * random()),
      networkSentBytesPerSecond: 60_000 * shape * (0.8 + 0.4 * random()),
      diskReadBytesPerSecond: random() < 0.1 ? 100_000 * random() : 0,
      diskWrittenBytesPerSecond: random() < 0.5 ? 30_000 * random() : 0,
      pids: 10 + Math.floor(random() * 3),
      restarts: 0,
    })
  }
}

async function readDay(database: Database, { actor, environmentId }: TestEnvironment, end: number): Promise<number> {
  const service = createMetricsService({ database, clock: { now: () => new Date(end) } })
  const query = { from: new Date(end - dayMs), to: new Date(end) }
  const began = performance.now()
  const { services } = await service.ofEnvironment(actor, environmentId, query)
  if (services.length !== 1) throw new Error('the week that was written is not read')
  return performance.now() - began
}

async function numberOf(sql: SqlClient, text: string): Promise<number> {
  const [row] = await sql.query<Record<string, string | number>>(text)
  return Number(Object.values(row ?? {})[0])
}
