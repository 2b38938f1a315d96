import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishEnvironmentUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  change: { id: Id<'env'>; projectId: Id<'prj'>; action: string; detail?: Record<string, unknown> },
): Promise<void> {
  const { id, projectId, action, detail } = change
  const ids = { projectId: encodeId('prj', projectId), resourceId: encodeId('env', id) }
  const data = { ...ids, changed: 'environment', action, at: new Date().toISOString(), ...detail }
  await publishEvent(tx, { organizationId, kind: 'project_updated', projectId, data })
}
