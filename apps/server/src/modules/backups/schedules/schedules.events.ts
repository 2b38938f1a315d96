/** Events about changed storage locations and backup settings. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { publishEvent } from '../../../platform/events/publish.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishDestinationUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  destination: { id: Id<'bds'>; action: string },
): Promise<void> {
  const resourceId = encodeId('bds', destination.id)
  await publish(tx, organizationId, { changed: 'destination', resourceId, action: destination.action })
}

/** Call it last in the transaction. */
export async function publishBackupConfigUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  config: { environmentId: Id<'env'>; projectId: Id<'prj'>; action: string },
): Promise<void> {
  const resourceId = encodeId('env', config.environmentId)
  await publish(tx, organizationId, { changed: 'config', resourceId, action: config.action }, config.projectId)
}

async function publish(
  tx: Tx,
  organizationId: OrganizationId,
  data: { changed: string; resourceId: string; action: string },
  projectId: Id<'prj'> | null = null,
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'backup_updated',
    projectId,
    data: {
      ...data,
      ...(projectId === null ? {} : { projectId: encodeId('prj', projectId) }),
      at: new Date().toISOString(),
    },
  })
}
