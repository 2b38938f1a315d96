/**
 * Backup and restore of PostgreSQL, MariaDB, Redis and volumes on a real server with a real S3 store: what a backup claims is
 * in it, lost data comes back with equal hashes, an app that
 * remembers other data sees it, canceled or failed backups leave nothing behind.
 *
 * @tier all
 * @budget 200
 * @topics backups restores memory volumes ends
 */
import { startBackupTestEnv } from '../support/backup-test-env.ts'
import { endBackups, makeBackups } from '../support/backups/backups.ts'
import { restoreAll } from '../support/backups/restores.ts'
import { seedMariadb, seedPostgres, seedRedis, seedVolume } from '../support/backups/seed.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { rememberingApp, restoreUnderApp } from './backup-story/memory.ts'
import { restoreVolume } from './backup-story/volumes.ts'

const rows = isQuick ? 20_000 : 1_000_000

const report = new Report('backup-story')
/** An app that stores files in a volume, one that shares it, and one that remembers what it read from a database. */
const keeper = {
  files: [{ path: 'Dockerfile', content: 'FROM redis:7\nCMD ["sleep", "infinity"]\n' }, ...rememberingApp.files],
  services: [
    {
      name: 'keeper',
      kind: 'worker',
      source: { builder: 'dockerfile' },
      volumes: [{ name: 'uploads', path: '/uploads' }],
      stabilitySeconds: 0,
      drainSeconds: 0,
    },
    {
      name: 'reader',
      kind: 'worker',
      sharesImageWith: 'keeper',
      volumes: [{ name: 'uploads', path: '/uploads', service: 'keeper' }],
      stabilitySeconds: 0,
      drainSeconds: 0,
    },
    rememberingApp.service,
  ],
}
{
  await using testEnv = await startBackupTestEnv({ report, engines: ['postgres', 'mariadb', 'redis'], more: keeper })
  await runTopic(testEnv, 'seed', async () => {
    await Promise.all([
      seedPostgres(testEnv, rows),
      seedMariadb(testEnv, rows),
      seedRedis(testEnv, 20_000),
      seedVolume(testEnv),
    ])
  })
  if (isChosen('backups'))
    await runTopic(testEnv, 'backups', () =>
      makeBackups(testEnv, {
        postgres: {
          'public.accounts': rows,
          'Odd ; Type: TABLE.semi; Owner: (colon)': 2,
          'public.empty': 0,
          'public.parts_one': 1,
        },
        mariadb: { accounts: rows, 'odd `table': 2, nothing: 0 },
        redis: { db0: 20_007, db3: 1 },
        // The folder, five entries in it, and one more entry in one of those.
        volume: { files: 7 },
      }),
    )
  if (isChosen('restores')) await runTopic(testEnv, 'restores', () => restoreAll(testEnv))
  if (isChosen('memory')) await runTopic(testEnv, 'memory', () => restoreUnderApp(testEnv))
  if (isChosen('volumes')) await runTopic(testEnv, 'volumes', () => restoreVolume(testEnv))
  if (isChosen('ends')) await runTopic(testEnv, 'ends', () => endBackups(testEnv))
}
report.figure('rows', rows)
report.figure('quick', isQuick)
report.finish()
