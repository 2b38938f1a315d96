/**
 * The story of a database's data on a real server with a real S3 store: it is backed up, and every backup says exactly what is in
 * it; its tables are dropped, it is restored, and hashes are equal; the files of an app likewise, and back again; what is cancelled, fails or is deleted leaves nothing behind.
 */
import { startBackupWorld } from '../support/backup-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { endBackups, makeBackups } from './backup-story/backups.ts'
import { restoreAll } from './backup-story/restores.ts'
import { seedMariadb, seedPostgres, seedRedis, seedVolume } from './backup-story/seed.ts'
import { restoreVolume } from './backup-story/volumes.ts'

const rows = isQuick ? 20_000 : 1_000_000

const report = new Report('backup-story')
/** Keeps files in a volume. */
const keeper = {
  files: [{ path: 'Dockerfile', content: 'FROM redis:7\nCMD ["sleep", "infinity"]\n' }],
  services: [
    {
      name: 'keeper',
      kind: 'worker',
      source: { builder: 'dockerfile' },
      volumes: [{ name: 'uploads', path: '/uploads' }],
      stabilitySeconds: 0,
      drainSeconds: 0,
    },
  ],
}
{
  await using world = await startBackupWorld({ report, engines: ['postgres', 'mariadb', 'redis'], more: keeper })
  await runTopic(world, 'seed', async () => {
    await Promise.all([
      seedPostgres(world, rows),
      seedMariadb(world, rows),
      seedRedis(world, 20_000),
      seedVolume(world),
    ])
  })
  if (isChosen('backups'))
    await runTopic(world, 'backups', () =>
      makeBackups(world, {
        postgres: {
          'public.accounts': rows,
          'Odd ; Type: TABLE.semi; Owner: (colon)': 2,
          'public.empty': 0,
          'public.parts_one': 1,
        },
        mariadb: { accounts: rows, 'odd `table': 2, nothing: 0 },
        redis: { db0: 20_007, db3: 1 },
        // The folder, five in it, and one more in one of those.
        volume: { files: 7 },
      }),
    )
  if (isChosen('restores')) await runTopic(world, 'restores', () => restoreAll(world))
  if (isChosen('volumes')) await runTopic(world, 'volumes', () => restoreVolume(world))
  if (isChosen('ends')) await runTopic(world, 'ends', () => endBackups(world))
}
report.figure('rows', rows)
report.figure('quick', isQuick)
report.finish()
