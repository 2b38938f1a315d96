/**
 * An environment with databases and a volume moves to another server with equal hashes, although the worker is killed; a failed
 * move leaves everything where it was.
 *
 * @tier all
 * @budget 200
 * @topics fails moves settles
 */
import { startBackupTestEnv } from '../support/backup-test-env.ts'
import { seedMariadb, seedPostgres, seedRedis, seedVolume } from '../support/backups/seed.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { nodeApp, webService } from '../support/deploy-test-env.ts'
import { createArms, killableWorker } from '../support/recovery-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { failToMove, moveAway, openMove, settle } from './move-with-data/move.ts'

const rows = isQuick ? 5_000 : 200_000
const report = new Report('move-with-data')
{
  await using testEnv = await startBackupTestEnv({
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
  await using scene = await openMove(testEnv)
  await runTopic(testEnv, 'seed', async () => {
    await Promise.all([
      seedPostgres(testEnv, rows),
      seedMariadb(testEnv, rows),
      seedRedis(testEnv, 2_000),
      seedVolume(testEnv),
    ])
  })
  if (isChosen('fails')) await runTopic(testEnv, 'fails', () => failToMove(scene))
  if (isChosen('moves')) await runTopic(testEnv, 'moves', () => moveAway(scene))
  if (isChosen('settles')) await runTopic(testEnv, 'settles', () => settle(scene))
  report.figure('kills', scene.kills)
  report.figure('awayMs', scene.awayMs)
}
report.figure('rows', rows)
report.figure('quick', isQuick)
report.finish()
