/** Events about restores. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { appendRunEvents, publishEvent } from '../../../platform/events/publish.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { toRestoreEvent } from './restore.mapper.ts'
import type { RestoreRow } from './restores.repository.ts'

/** Call it last in the transaction. */
export async function publishRestoreUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  { row, action }: { row: RestoreRow; action: string },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'backup_updated',
    data: {
      changed: row.source === 'import' ? 'import' : 'restore',
      resourceId: encodeId(row.source === 'import' ? 'imp' : 'rst', row.id),
      environmentId: encodeId('env', row.environment_id),
      action,
      at: new Date().toISOString(),
    },
  })
}

export async function publishRestore(tx: Tx, organizationId: OrganizationId, row: RestoreRow): Promise<void> {
  await appendRunEvents(tx, { runId: row.run_id, organizationId, events: [toRestoreEvent(row)] })
}
