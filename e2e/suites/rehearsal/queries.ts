/** Queries of the live version: a database that records its statements shows which of them a migration would break. */
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import type { Migrator } from './migrator.ts'

export async function replayQueries(migrator: Migrator): Promise<void> {
  const { testEnv } = migrator
  const { report, app, serviceIds } = testEnv
  await testEnv.query('postgres', `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/services/${serviceIds.postgres}/restart`)
  const isLoaded = async () => (await testEnv.query('postgres', 'show shared_preload_libraries')).includes('pg_stat')
  await eventually('the database records statements', isLoaded, { withinMs: 120_000, retriesErrors: true })
  await testEnv.query(
    'postgres',
    `create extension pg_stat_statements; create table visits (id int, page text, seen text);
select page, count(*) from visits where seen = 'x' group by page; select id from visits where id = 5;`,
  )
  await testEnv.backUp('postgres')
  const before = await migrator.fingerprint()
  const { deployment, rehearsal } = await migrator.deploy(
    `psql -X -c 'alter table visits rename column seen to seen_by'`,
  )
  report.expect(deployment.error?.code === 'rehearsal_stopped', `queries: ${JSON.stringify(deployment.error)}`)
  const queries = rehearsal?.databases[0]?.queries
  report.expect(queries?.offered === true, `queries: ${JSON.stringify(queries)}`)
  const failing = queries?.failing.map(({ query }) => query) ?? []
  report.expect(
    failing.length === 1 && /group by page/.test(failing[0] ?? ''),
    `queries: failing: ${failing.join(' | ')}`,
  )
  report.expect((await migrator.fingerprint()) === before, 'queries: the real data did not change')
  report.figure('replayed', queries?.replayed ?? 0)
}
