/** What is published when an environment changes: for listeners it is a change below its project. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishEnvironmentUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  environment: { id: Id<'env'>; projectId: Id<'prj'>; action: string },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'project_updated',
    projectId: environment.projectId,
    data: {
      projectId: encodeId('prj', environment.projectId),
      changed: 'environment',
      resourceId: encodeId('env', environment.id),
      action: environment.action,
      at: new Date().toISOString(),
    },
  })
}
