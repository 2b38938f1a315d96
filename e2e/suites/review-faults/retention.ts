/** Tables that grow, and the cleanup of their rows. */
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { createEnvironment, load, openDatabase } from './checkout-modules.ts'
import type { FaultsTestEnv, Finding } from './finding.ts'

type Retention = typeof import('../../../apps/server/src/platform/events/retention.ts')
type LeftOut = typeof import('../../../apps/server/src/modules/instance/backup/excluded-tables.policy.ts')
type Housekeeping =
  typeof import('../../../apps/server/src/modules/instance/housekeeping/workflow/housekeeping.workflow.ts')

const run = '00000000-0000-4000-8000-000000000001'

export const stuckRetention: Finding = {
  id: 'H5',
  title: 'One partition that is in use stops retention, and no partitions are made any more',
  async provoke(testEnv) {
    const { url, database } = await openDatabase(testEnv)
    await using _ = database
    await using sql = createSqlClient(url)
    const [last] = await sql.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass
         and inhrelid::regclass::text ~ 'p[0-9]{8}$' order by 1 desc limit 1`,
    )
    if (last === undefined) throw new Error('there are no partitions')
    await sql.query(`drop table ${last.name}`)
    await sql.query(
      `create table events_p20200106 partition of events for values from ('2020-01-06Z') to ('2020-01-13Z')`,
    )
    await maintainWhileLocked(testEnv, { database, url, table: 'events_p20200106' })
    const [row] = await sql.query<{ isMade: boolean }>(`select to_regclass($1) is not null as "isMade"`, [last.name])
    const isMade = row?.isMade === true
    return { broken: !isMade, how: isMade ? 'partitions ahead were made' : `${last.name} was not made` }
  },
}

async function maintainWhileLocked(
  testEnv: FaultsTestEnv,
  { database, url, table }: { database: Parameters<Retention['maintainEventTables']>[0]; url: string; table: string },
): Promise<void> {
  const { maintainEventTables } = await load<Retention>(testEnv, 'platform/events/retention.ts')
  await using reader = createSqlClient(url)
  // One statement keeps the lock for as long as it takes.
  const reading = reader.query(`select pg_sleep(8) from (select count(*) from ${table}) c`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await maintainEventTables(database).catch(() => undefined)
  await reading
}

export const endlessHistory: Finding = {
  id: 'M6',
  title: 'Deployments and the counters of streams are kept forever',
  async provoke(testEnv) {
    const { url, database } = await openDatabase(testEnv)
    await using _ = database
    await using sql = createSqlClient(url)
    const { organizationId, environmentId } = await createEnvironment(testEnv, database)
    await sql.query(
      `insert into deployments (id, organization_id, environment_id, number, status, trigger, error, created_at, finished_at)
       values ($1, $2, $3, 1, 'failed', 'manual', '{}', now() - interval '5 years', now() - interval '5 years')`,
      [run, organizationId, environmentId],
    )
    await sql.query(
      `insert into run_event_counters (run_id, organization_id, seq, last_at) values ($1, $2, 1, now() - interval '5 years')`,
      [run, organizationId],
    )
    await runHousekeeping(testEnv, database)
    await runHousekeeping(testEnv, database)
    const left = [await count(sql, `deployments where id = '${run}'`), await count(sql, 'run_event_counters')]
    return { broken: left.some((n) => n > 0), how: `${left[0]} deployments and ${left[1]} counters are left` }
  },
}

/** Every step of the hourly run, as the worker drives it. */
async function runHousekeeping(
  testEnv: FaultsTestEnv,
  database: Parameters<Housekeeping['createHousekeeping']>[0]['database'],
): Promise<void> {
  const { createHousekeeping } = await load<Housekeeping>(
    testEnv,
    'modules/instance/housekeeping/workflow/housekeeping.workflow.ts',
  )
  const log = { error: () => undefined }
  const { steps } = createHousekeeping({ database, runtimeLogDays: 14, historyDays: 365, anchorKeys: [], log })
  // Output of other parts doesn't matter here.
  for (const step of steps) await step.run({} as never).catch(() => undefined)
}

export const missingIndex: Finding = {
  id: 'M7',
  title: 'Every sweep of a server reads all releases ever made',
  async provoke(testEnv) {
    const { url, database } = await openDatabase(testEnv)
    await using _ = database
    await using sql = createSqlClient(url)
    const rows = await sql.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'releases'
         and indexdef like '%(environment_id)%' and indexdef like '%images_removed_at IS NULL%'`,
    )
    return { broken: rows.length === 0, how: rows[0]?.name ?? 'no index of releases that have images' }
  },
}

export const growingBackup: Finding = {
  id: 'M8',
  title: "The control plane's own backup has every event and outgrows its limit",
  async provoke(testEnv) {
    const { excludedTables } = await load<LeftOut>(testEnv, 'modules/instance/backup/excluded-tables.policy.ts')
    const inside = ['events', 'run_events'].filter((name) => !excludedTables.includes(name))
    return { broken: inside.length > 0, how: inside.length > 0 ? `it has ${inside.join(', ')}` : 'it has no events' }
  },
}

export const fullDefaults: Finding = {
  id: 'L10',
  title: 'Rows in default partitions are never removed',
  async provoke(testEnv) {
    const { url, database } = await openDatabase(testEnv)
    await using _ = database
    await using sql = createSqlClient(url)
    await sql.query(
      `insert into run_events (run_id, organization_id, seq, kind, data, created_at)
       values ($1, null, 1, 'log', '{}', now() - interval '1 year')`,
      [run],
    )
    const { maintainEventTables } = await load<Retention>(testEnv, 'platform/events/retention.ts')
    await maintainEventTables(database)
    const left = await count(sql, 'run_events_default')
    return { broken: left > 0, how: `${left} rows are left` }
  },
}

async function count(sql: SqlClient, from: string): Promise<number> {
  const [row] = await sql.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? -1
}
