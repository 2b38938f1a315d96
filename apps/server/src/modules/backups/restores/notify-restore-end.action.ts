/** Notification about the end of a restore or an import. Call it before publishing events. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { listServices } from '../../environments/index.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import type { RestoreRow } from './restores.repository.ts'

/** Sends nothing for a canceled one, because the user who canceled it knows. */
export async function notifyRestoreEnd(tx: Tx, organizationId: OrganizationId, row: RestoreRow): Promise<void> {
  const { environment_id: environmentId, status, error, source } = row
  if (status !== 'succeeded' && (status !== 'failed' || error === null)) return
  const services = await listServices(tx, organizationId, [environmentId])
  const service = services.find(({ id }) => id === row.service_id)?.name ?? 'a deleted service'
  const id = source === 'import' ? encodeId('imp', brandId<'imp'>(row.id)) : encodeId('rst', row.id)
  const begun = row.started_at ?? row.created_at
  const durationMs = row.finished_at === null ? null : row.finished_at.getTime() - begun.getTime()
  const restore = { id, service, source, durationMs }
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `restore_${status}:${row.id}`,
    payload: (place) =>
      error === null
        ? { event: 'restore_succeeded', ...place, restore }
        : { event: 'restore_failed', ...place, restore, failure: error },
  })
}
