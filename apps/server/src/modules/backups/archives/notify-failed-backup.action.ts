/** Sends one notification about failed backups until one succeeds again. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import { type BackupRow, findLastSuccess } from './backups.repository.ts'

/** Call it before any event is published. */
export async function notifyFailedBackup(tx: Tx, organizationId: OrganizationId, row: BackupRow): Promise<void> {
  const { environment_id: environmentId, error } = row
  // Restores and imports send their own notifications.
  if (row.status !== 'failed' || error === null || environmentId === null) return
  if (row.kind === 'pre_restore' || row.kind === 'import') return
  const { code, title, detail, hint } = error
  const { service_id: serviceId, volume } = row
  const since = (await findLastSuccess(tx, organizationId, { serviceId, volume })) ?? 'never'
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `backup_failed:${serviceId}:${volume ?? ''}:${since}`,
    payload: (place) => ({
      event: 'backup_failed',
      ...place,
      backup: { id: encodeId('bkp', row.id), service: row.service_name, volume, kind: row.kind },
      failure: { code, title, detail, hint },
    }),
  })
}
