/** The files of an app: lost and restored with their rights, owners and links; the loss again by an undo; proven; and kept apart. */
import type { BackupWorld } from '../../support/backup-test-env.ts'
import { restoreInPlace, waitForRestore } from '../../support/backups/restores.ts'
import { inKeeper } from '../../support/backups/seed.ts'
import { ask, mustAsk } from '../../support/servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema elsewhere
type Json = any

const look = `cd /uploads
find . -printf '%p %y %m %U:%G %n %l\\n' | sort
find . -type f | sort | xargs -d '\\n' sha256sum`

export async function restoreVolume(world: BackupWorld): Promise<void> {
  const { report } = world
  const at = `/environments/${world.app.environmentId}/backups`
  const backup = await backUpVolume(world)
  if (!report.expect(backup.status === 'succeeded', `the volume: ${JSON.stringify(backup.error)}`)) return
  const before = await inKeeper(world, look)
  await inKeeper(world, 'rm -rf /uploads/photos /uploads/noise\necho new >/uploads/later.txt')
  const lost = await inKeeper(world, look)
  const refused = await ask(world, 'POST', `${at}/${backup.id}/restore`, {
    target: 'newService',
    confirm: 'production',
  })
  report.expect(refused.status === 409, `no new service of a volume: ${refused.status}`)
  const restore = await restoreInPlace(world, backup.id)
  if (!report.expect(restore.status === 'succeeded', `the volume is restored: ${JSON.stringify(restore.error)}`)) return
  report.expect(restore.volume === 'uploads', `says which volume: ${restore.volume}`)
  report.expect((await inKeeper(world, look)) === before, 'every file has its content, rights, owner and links again')
  await deployOnce(world)
  report.expect((await inKeeper(world, look)) === before, 'a deployment keeps the restored volume')
  await mustAsk(world, 'POST', `${at}/restores/${restore.id}/undo`)
  const undone = await waitForRestore(world, restore.id, ({ status, error }) => status === 'reverted' || error !== null)
  report.expect(undone.status === 'reverted', `it is undone: ${JSON.stringify(undone.error)}`)
  report.expect((await inKeeper(world, look)) === lost, 'what was there before the restore is there again')
  const second = await restoreInPlace(world, backup.id)
  report.expect((await inKeeper(world, look)) === before, 'restored once more')
  await mustAsk(world, 'POST', `${at}/restores/${second.id}/confirm`)
  await expectOneVolume(world)
  await proveVolume(world, backup.id)
}

async function backUpVolume(world: BackupWorld): Promise<Json> {
  const serviceId = world.serviceIds['keeper']
  const { items } = await mustAsk(world, 'POST', `/environments/${world.app.environmentId}/backups/trigger`, {
    serviceId,
  })
  return await world.waitForBackup(items[0].id)
}

async function deployOnce(world: BackupWorld): Promise<void> {
  const { status, error } = await world.waitFor(world.app, await world.deploy(world.app))
  world.report.expect(status === 'live', `deployed on the restored volume: ${JSON.stringify(error)}`)
}

/** After the confirmation the old one goes. */
async function expectOneVolume({ server, serviceIds, report }: BackupWorld): Promise<void> {
  const words = ['docker', 'volume', 'ls', '--quiet', '--filter', `name=longshore-${serviceIds['keeper']}-`]
  for (let tries = 0; ; tries += 1) {
    const volumes = (await server.target.mustExec(words)).trim().split('\n')
    if (volumes.length === 1) return
    if (tries > 100) return void report.expect(false, `one volume is left: ${volumes.join(' ')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function proveVolume(world: BackupWorld, id: string): Promise<void> {
  await mustAsk(world, 'POST', `/environments/${world.app.environmentId}/backups/${id}/test-restore`)
  for (let tries = 0; tries < 300 && (await world.readBackup(id)).restoreTest === null; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const backup = await world.readBackup(id)
  world.report.expect(backup.restoreTest?.outcome === 'passed', `proven: ${JSON.stringify(backup.restoreTest)}`)
  world.report.expect(backup.restoreTestedAt !== null, 'and says since when')
}
