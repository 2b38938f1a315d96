/** Removes all archives of a deleted organization from their storage locations. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import { deleteBackup, listArchives } from './backups.repository.ts'
import { clearFolder } from './workflow/backup.context.ts'
import type { BackupTools } from './workflow/backup-tools.context.ts'

const atOnce = 100

/** Returns the storage locations that couldn't be used. After one failure, a location isn't tried again. */
export async function removeArchives(
  tools: BackupTools,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<{ name: string; code: string }[]> {
  const failed = new Map<Id<'bds'>, { name: string; code: string }>()
  for (;;) {
    const page = { except: [...failed.keys()], limit: atOnce }
    const some = await tools.database.tenant(organizationId, (tx) => listArchives(tx, organizationId, page))
    if (some.length === 0) return [...failed.values()]
    for (const { id, destinationId, destination, objectKey } of some) {
      if (failed.has(destinationId)) continue
      try {
        const store = await tools.openStore(organizationId, destinationId)
        await clearFolder(store, objectKey.slice(0, objectKey.lastIndexOf('/')), { signal })
        await tools.database.tenant(organizationId, (tx) => deleteBackup(tx, organizationId, id))
      } catch (error) {
        signal.throwIfAborted()
        failed.set(destinationId, { name: destination, code: codeOf(error) })
      }
    }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof ObjectStoreError) return error.fault
  if (error instanceof AppError) return error.problem.code
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'removal_failed'
}
