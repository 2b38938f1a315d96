/**
 * An environment with PostgreSQL, MariaDB, Redis and an app with a volume goes from one real server to another: every hash is the same
 * there and the app answers there, although the worker died by SIGKILL in the middle; a move that fails leaves everything running where
 * it was; the old data stays on the old server until somebody confirms.
 *
 * Full: more rows, more deaths, and the way back. Topics: fails, moves, settles.
 */

import { startBackupWorld } from '../support/backup-world.ts'
import { nodeApp, webService } from '../support/deploy-world.ts'
import { createArms, killableWorker } from '../support/recovery-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { seedMariadb, seedPostgres, seedRedis, seedVolume } from './backup-story/seed.ts'
import { failToMove, moveAway, openMove, settle } from './move-with-data/move.ts'

const rows = isQuick ? 5_000 : 200_000
const report = new Report('move-with-data')
{
  await using world = await startBackupWorld({
    report,
    targets: 2,
    engines: ['postgres', 'mariadb', 'redis'],
    baseImages: ['node:24-slim'],
    isOnDisk: true,
    instance: { workerMain: killableWorker, prepare: createArms, environment: { SERVER_DISK_RESERVE_BYTES: '0' } },
    more: {
      files: nodeApp('moved'),
      services: [webService({ name: 'keeper', volumes: [{ name: 'uploads', path: '/uploads' }] })],
    },
  })
  await using scene = await openMove(world)
  await runTopic(world, 'seed', async () => {
    await Promise.all([seedPostgres(world, rows), seedMariadb(world, rows), seedRedis(world, 2_000), seedVolume(world)])
  })
  if (isChosen('fails')) await runTopic(world, 'fails', () => failToMove(scene))
  if (isChosen('moves')) await runTopic(world, 'moves', () => moveAway(scene))
  if (isChosen('settles')) await runTopic(world, 'settles', () => settle(scene))
  report.figure('kills', scene.kills)
  report.figure('awayMs', scene.awayMs)
}
report.figure('rows', rows)
report.figure('quick', isQuick)
report.finish()
