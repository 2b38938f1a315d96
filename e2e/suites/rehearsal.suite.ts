/**
 * Rehearsed release commands on a real server: 30 migrations against PostgreSQL and MariaDB, of which 15 are bad. Every bad one
 * stops before the real data changes, no good one does, nothing is reachable from the copy, nothing of it stays, and the
 * overhead is measured.
 *
 * @tier all
 * @budget 1500
 * @topics migrations network queries recovery overhead
 */
import { addDatabases, startBackupTestEnv } from '../support/backup-test-env.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { chooseMigrations, migrations } from './rehearsal/migrations.ts'
import { openEnvironment } from './rehearsal/migrator.ts'
import { probeNetwork } from './rehearsal/network.ts'
import { measureOverhead } from './rehearsal/overhead.ts'
import { replayQueries } from './rehearsal/queries.ts'
import { proveRecovery } from './rehearsal/recovery.ts'
import { runMigrations } from './rehearsal/run-migrations.ts'
import { migrator } from './rehearsal/seed.ts'

const report = new Report('rehearsal')
{
  await using testEnv = await startBackupTestEnv({
    ...{ report, engines: ['postgres'], isOnDisk: true, more: migrator('postgres') },
    baseImages: ['mariadb:11.4'],
  })
  const postgres = await openEnvironment(testEnv, 'postgres')
  if (isChosen('network')) await runTopic(testEnv, 'network', () => probeNetwork(postgres))
  if (isChosen('migrations'))
    await runTopic(testEnv, 'migrations', async () => {
      const chosen = chooseMigrations(migrations, isQuick)
      await runMigrations(postgres, chosen)
      const options = { engines: ['mariadb'], name: 'store', more: migrator('mariadb') } as const
      const mariadb = await openEnvironment(await addDatabases(testEnv, null, options), 'mariadb')
      await runMigrations(mariadb, chosen)
      report.figure('migrations', chosen.length)
      report.figure('bad', chosen.filter(({ rule }) => rule !== null).length)
    })
  if (isChosen('queries')) await runTopic(testEnv, 'queries', () => replayQueries(postgres))
  // Drops tables that the others compare.
  if (isChosen('recovery')) await runTopic(testEnv, 'recovery', () => proveRecovery(postgres))
  if (isChosen('overhead')) await runTopic(testEnv, 'overhead', () => measureOverhead(postgres))
}
report.figure('quick', isQuick)
report.finish()
