/**
 * An app's files are restored with their permissions, owners and links. An undo brings the loss back, a restore test
 * passes, and volumes stay separate.
 */
import type { Backup, TriggeredBackups } from '@longshore/sdk'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { restoreInPlace, waitForRestore } from '../../support/backups/restores.ts'
import { inKeeper, inReader } from '../../support/backups/seed.ts'
import { ask, mustAsk } from '../../support/servers.ts'

const listFiles = `cd /uploads
find . -printf '%p %y %m %U:%G %n %l\\n' | sort
find . -type f | sort | xargs -d '\\n' sha256sum`

export async function restoreVolume(testEnv: BackupTestEnv): Promise<void> {
  const { report } = testEnv
  const at = `/environments/${testEnv.app.environmentId}/backups`
  const backup = await backUpVolume(testEnv)
  if (!report.expect(backup.status === 'succeeded', `the volume: ${JSON.stringify(backup.error)}`)) return
  const before = await inKeeper(testEnv, listFiles)
  await inKeeper(testEnv, 'rm -rf /uploads/photos /uploads/noise\necho new >/uploads/later.txt')
  const lost = await inKeeper(testEnv, listFiles)
  const refused = await ask(testEnv, 'POST', `${at}/${backup.id}/restore`, {
    target: 'newService',
    confirm: 'production',
  })
  report.expect(refused.status === 409, `no new service of a volume: ${refused.status}`)
  const restore = await restoreInPlace(testEnv, backup.id)
  if (!report.expect(restore.status === 'succeeded', `the volume is restored: ${JSON.stringify(restore.error)}`)) return
  report.expect(restore.volume === 'uploads', `says which volume: ${restore.volume}`)
  report.expect(
    (await inKeeper(testEnv, listFiles)) === before,
    'every file has its content, rights, owner and links again',
  )
  report.expect((await inReader(testEnv, listFiles)) === before, 'a service that shares the volume sees the same files')
  await deployOnce(testEnv)
  report.expect((await inKeeper(testEnv, listFiles)) === before, 'a deployment keeps the restored volume')
  await mustAsk(testEnv, 'POST', `${at}/restores/${restore.id}/undo`)
  const undone = await waitForRestore(
    testEnv,
    restore.id,
    ({ status, error }) => status === 'reverted' || error !== null,
  )
  report.expect(undone.status === 'reverted', `it is undone: ${JSON.stringify(undone.error)}`)
  report.expect((await inKeeper(testEnv, listFiles)) === lost, 'what was there before the restore is there again')
  report.expect((await inReader(testEnv, listFiles)) === lost, 'also for the service that shares the volume')
  const second = await restoreInPlace(testEnv, backup.id)
  report.expect((await inKeeper(testEnv, listFiles)) === before, 'restored again')
  await mustAsk(testEnv, 'POST', `${at}/restores/${second.id}/confirm`)
  await expectOneVolume(testEnv)
  await proveVolume(testEnv, backup.id)
}

async function backUpVolume(testEnv: BackupTestEnv): Promise<Backup> {
  const serviceId = testEnv.serviceIds['keeper']
  const path = `/environments/${testEnv.app.environmentId}/backups/trigger`
  const { items }: TriggeredBackups = await mustAsk(testEnv, 'POST', path, { serviceId })
  const [begun] = items
  if (begun === undefined) throw new Error('no backup was started')
  return await testEnv.waitForBackup(begun.id)
}

async function deployOnce(testEnv: BackupTestEnv): Promise<void> {
  const { status, error } = await testEnv.waitFor(testEnv.app, await testEnv.deploy(testEnv.app))
  testEnv.report.expect(status === 'live', `deployed on the restored volume: ${JSON.stringify(error)}`)
}

/** After the confirmation the old volume is deleted. */
async function expectOneVolume({ server, serviceIds, report }: BackupTestEnv): Promise<void> {
  const args = ['docker', 'volume', 'ls', '--quiet', '--filter', `name=longshore-${serviceIds['keeper']}-`]
  for (let tries = 0; ; tries += 1) {
    const volumes = (await server.target.mustExec(args)).trim().split('\n')
    if (volumes.length === 1) return
    if (tries > 100) return void report.expect(false, `one volume is left: ${volumes.join(' ')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function proveVolume(testEnv: BackupTestEnv, id: string): Promise<void> {
  await mustAsk(testEnv, 'POST', `/environments/${testEnv.app.environmentId}/backups/${id}/test-restore`)
  for (let tries = 0; tries < 300 && (await testEnv.readBackup(id)).restoreTest === null; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const backup = await testEnv.readBackup(id)
  testEnv.report.expect(backup.restoreTest?.outcome === 'passed', `proven: ${JSON.stringify(backup.restoreTest)}`)
  testEnv.report.expect(backup.restoreTestedAt !== null, 'and says since when')
}
