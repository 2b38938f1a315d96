/** Removing a database is refused without a recent backup. With one, that backup is kept permanently. */
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { ask, mustAsk } from '../../support/servers.ts'

export async function proveRemoval(testEnv: BackupTestEnv): Promise<void> {
  const { report, app } = testEnv
  const environment = await mustAsk<{ services: Record<string, unknown>[] }>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}`,
  )
  const services = environment.services
    .filter((each) => each['name'] !== 'redis')
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
  const refused = await ask(testEnv, 'POST', path, body)
  report.expect(refused.body.code === 'final_backup_needed', `without a backup: ${refused.status} ${refused.text}`)
  const backup = await testEnv.backUp('redis')
  report.expect(backup.status === 'succeeded', `the backup: ${JSON.stringify(backup.error)}`)
  await mustAsk(testEnv, 'POST', path, body)
  const kept = await testEnv.readBackup(backup.id)
  report.expect(kept.kind === 'final' && kept.status === 'succeeded', `it is ${kept.kind} and ${kept.status}`)
  report.figure('removals', 1)
}
