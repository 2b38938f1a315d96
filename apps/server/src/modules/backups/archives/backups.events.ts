import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { publishEvents } from '../../../platform/events/publish.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'

export interface BackupChange {
  id: Id<'bkp'>
  environmentId: Id<'env'> | null
  /** Null when the environment was deleted and its project is no longer known. */
  projectId: Id<'prj'> | null
  action: string
}

/** Call it last in the transaction. */
export async function publishBackupUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  changes: readonly BackupChange[],
): Promise<void> {
  if (changes.length === 0) return
  await publishEvents(
    tx,
    organizationId,
    changes.flatMap(({ id, environmentId, projectId, action }) => {
      const data = {
        ...(projectId === null ? {} : { projectId: encodeId('prj', projectId) }),
        ...(environmentId === null ? {} : { environmentId: encodeId('env', environmentId) }),
        changed: 'backup',
        resourceId: encodeId('bkp', id),
        action,
        at: new Date().toISOString(),
      }
      const update = { kind: 'backup_updated', projectId, data }
      return projectId === null ? [update] : [update, { kind: 'project_updated', projectId, data }]
    }),
  )
}
