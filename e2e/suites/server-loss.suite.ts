/**
 * Servers are lost, one after the other: switched off, or removed with their disks. A drill rehearses the recovery and leaves
 * nothing behind; each recovery on another server has exactly the data of the last backup; servers that come back are fenced,
 * and keep their old data until someone confirms.
 *
 * @tier all
 * @budget 600
 * @topics drills losses
 */
import { startBackupTestEnv } from '../support/backup-test-env.ts'
import { seedPostgres, seedVolume } from '../support/backups/seed.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { nodeApp, webService } from '../support/deploy-test-env.ts'
import { createArms, killableWorker } from '../support/recovery-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { rehearse } from './server-loss/drill.ts'
import { loseServer } from './server-loss/loss.ts'
import { baseImages, openScene } from './server-loss/scene.ts'

const servers = isQuick ? 2 : 10
const report = new Report('server-loss')
{
  await using testEnv = await startBackupTestEnv({
    report,
    targets: 2,
    engines: ['postgres'],
    baseImages,
    instance: {
      workerMain: killableWorker,
      prepare: createArms,
      environment: { SERVER_DISK_RESERVE_BYTES: '0', SERVER_CHECK_SECONDS: '2', SERVER_RECONCILE_SECONDS: '5' },
    },
    more: {
      files: nodeApp('recovered'),
      services: [webService({ name: 'keeper', volumes: [{ name: 'uploads', path: '/uploads' }] })],
    },
  })
  await using scene = await openScene(testEnv)
  await runTopic(testEnv, 'seed', async () => {
    await seedPostgres(testEnv, isQuick ? 2_000 : 50_000)
    await seedVolume(testEnv)
  })
  if (isChosen('drills')) await runTopic(testEnv, 'drills', () => rehearse(scene))
  for (let number = 1; number <= servers && isChosen('losses'); number += 1)
    await runTopic(testEnv, `loss ${number}`, () => loseServer(scene, number, { isLast: number === servers }))
  for (const [key, value] of Object.entries(scene.figures)) report.figure(key, value)
}
report.figure('quick', isQuick)
report.finish()
