/** Workflow references; importable from the API process. */
import { z } from 'zod'
import type { LockRequest } from '../../../platform/durable/locks.ts'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

const Subject = z.object({
  environmentId: storedId('env'),
  serviceId: storedId('svc'),
  /** For workers of an earlier release, which don't know that a held run takes no locks. */
  isHeld: z.boolean().default(false),
})
export type BackupSubject = z.output<typeof Subject>

/**
 * One run at a time per service, plus one that another run holds; several services of an environment in parallel. A
 * backup has the ID of its run.
 */
export const backUp = declareWorkflow<BackupSubject>({ kind: 'backup', object: 'backup', input: Subject })

/** Backups share an environment with each other. A restore, an import, or a move needs it exclusively. */
export function environmentLock(environmentId: string, mode: LockRequest['mode']): LockRequest {
  return { resource: `environment:${environmentId}`, mode }
}

/** `environmentId` is null once the environment was deleted. `trashItemId`: the item that it was kept in until now. */
const Removal = z.object({
  backupId: storedId('bkp'),
  environmentId: storedId('env').nullable(),
  trashItemId: storedId('trs').optional(),
})
export type RemovalSubject = z.output<typeof Removal>

export const removeBackup = declareWorkflow({ kind: 'remove-backup', object: 'backup-removal', input: Removal })

export function locksOfBackup({ environmentId, isHeld }: BackupSubject): LockRequest[] {
  return isHeld ? [] : [environmentLock(environmentId, 'shared')]
}
