/** Events about projects and their resources. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

export interface ProjectChange {
  projectId: Id<'prj'>
  changed: 'project' | 'analysis' | 'environment' | 'deployment' | 'domain' | 'backup'
  /** TypeID of the changed resource; the project's own if the project changed. */
  resourceId?: string
  action: string
}

/** Call it last in the transaction. */
export async function publishProjectUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, changed, resourceId, action }: ProjectChange,
): Promise<void> {
  const project = encodeId('prj', projectId)
  const data = { projectId: project, changed, resourceId: resourceId ?? project, action, at: new Date().toISOString() }
  await publishEvent(tx, { organizationId, kind: 'project_updated', projectId, data })
}
