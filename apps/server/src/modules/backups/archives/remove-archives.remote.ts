/** Removes all archives of a deleted organization from their storage locations. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import type { backupProblems } from './backups.problems.ts'
import { deleteBackup, listArchives, type StoredArchive } from './backups.repository.ts'
import { clearBackup } from './workflow/backup.context.ts'
import type { BackupTools } from './workflow/backup-tools.context.ts'

const atOnce = 100

export interface LeftArchives {
  /** Storage location. */
  readonly name: string
  readonly code: string
  /** Set if archives are locked: the time at which the last lock ends. They can't be removed before. */
  readonly lockedUntil?: string
}

/**
 * Returns the storage locations that couldn't be used, and those with locked archives. After one failure, a location
 * isn't tried again.
 */
export async function removeArchives(
  tools: BackupTools,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<LeftArchives[]> {
  const failed = new Map<Id<'bds'>, LeftArchives>()
  const locked = new Map<Id<'bds'>, { name: string; until: Date }>()
  for (let after: Id<'bkp'> | null = null; ; ) {
    const page = { except: [...failed.keys()], after, limit: atOnce }
    const some: StoredArchive[] = await tools.database.tenant(organizationId, (tx) =>
      listArchives(tx, organizationId, page),
    )
    for (const archive of some) {
      const { id, destinationId, destination: name } = archive
      after = id
      if (failed.has(destinationId)) continue
      try {
        const until = await removeArchive(tools, organizationId, { archive, signal })
        const known = locked.get(destinationId)
        if (until !== null && (known === undefined || until > known.until)) locked.set(destinationId, { name, until })
      } catch (error) {
        signal.throwIfAborted()
        failed.set(destinationId, { name, code: codeOf(error) })
      }
    }
    if (some.length < atOnce) return [...failed.values(), ...[...locked.values()].map(toLeft)]
  }
}

/** Returns when the lock of the archive ends, or null once it is removed. */
async function removeArchive(
  tools: BackupTools,
  organizationId: OrganizationId,
  { archive, signal }: { archive: StoredArchive; signal: AbortSignal },
): Promise<Date | null> {
  const { id, destinationId, lockedUntil } = archive
  if (lockedUntil !== null && lockedUntil > new Date()) return lockedUntil
  const store = await tools.openStore(organizationId, destinationId)
  const until = await clearBackup(store, archive, { signal })
  if (until === null) await tools.database.tenant(organizationId, (tx) => deleteBackup(tx, organizationId, id))
  return until
}

function toLeft({ name, until }: { name: string; until: Date }): LeftArchives {
  return { name, code: 'backup_locked' satisfies keyof typeof backupProblems, lockedUntil: until.toISOString() }
}

function codeOf(error: unknown): string {
  if (error instanceof ObjectStoreError) return error.fault
  if (error instanceof AppError) return error.problem.code
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'removal_failed'
}
