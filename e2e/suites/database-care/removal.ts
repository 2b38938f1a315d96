/** A database that leaves the list: refused without a recent backup, and with one that backup stays for good. */
import type { BackupWorld } from '../../support/backup-test-env.ts'
import { ask, mustAsk } from '../../support/servers.ts'

export async function proveRemoval(world: BackupWorld): Promise<void> {
  const { report, app } = world
  const environment = await mustAsk(world, 'GET', `/environments/${app.environmentId}`)
  const services = environment.services
    .filter((each: { name: string }) => each.name !== 'redis')
    .map(
      ({
        id: _,
        createdAt: __,
        updatedAt: ___,
        ownedByFile: ____,
        tunnel: _____,
        ...service
      }: Record<string, unknown>) => service,
    )
  const body = { services, removeData: ['redis'] }
  const path = `/environments/${app.environmentId}/services`
  const refused = await ask(world, 'POST', path, body)
  report.expect(refused.body.code === 'final_backup_needed', `without a backup: ${refused.status} ${refused.text}`)
  const backup = await world.backUp('redis')
  report.expect(backup.status === 'succeeded', `the backup: ${JSON.stringify(backup.error)}`)
  await mustAsk(world, 'POST', path, body)
  const kept = await world.readBackup(backup.id)
  report.expect(kept.kind === 'final' && kept.status === 'succeeded', `it is ${kept.kind} and ${kept.status}`)
  report.figure('removals', 1)
}
