/** The workflow of backups as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import type { LockRequest } from '../../platform/durable/locks.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

const Subject = z.object({
  environmentId: z.uuid(),
  serviceId: z.uuid(),
  /** For workers of an earlier release, which do not know that a held run takes no locks. */
  isHeld: z.boolean().default(false),
})
export type BackupSubject = z.output<typeof Subject>

/**
 * One at a time of each service, beside one that another run holds; several services of an environment at once. The id of a
 * backup is that of its run.
 */
export const backUp = declareWorkflow<BackupSubject>({ kind: 'backup', object: 'backup', input: Subject })

/** Backups share an environment with each other; a restore, an import and a move have it alone. */
export function environmentLock(environmentId: string, mode: LockRequest['mode']): LockRequest {
  return { resource: `environment:${environmentId}`, mode }
}

/** `environmentId`: null once the environment was deleted. */
const Removal = z.object({ backupId: z.uuid(), environmentId: z.uuid().nullable() })
export type RemovalSubject = z.output<typeof Removal>

export const removeBackup = declareWorkflow({ kind: 'remove-backup', object: 'backup-removal', input: Removal })

export function locksOfBackup({ environmentId, isHeld }: BackupSubject): LockRequest[] {
  return isHeld ? [] : [environmentLock(environmentId, 'shared')]
}
