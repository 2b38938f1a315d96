/** States of a backup and their transitions. */
import type { BackupStatus } from './backups.schemas.ts'

export const nextBackupStatuses = {
  queued: ['preparing', 'cancelled', 'failed'],
  preparing: ['dumping', 'cancelled', 'failed'],
  dumping: ['uploading', 'cancelled', 'failed'],
  uploading: ['verifying', 'cancelled', 'failed'],
  verifying: ['succeeded', 'cancelled', 'failed'],
  succeeded: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<BackupStatus, readonly BackupStatus[]>

const statusOfStep: Readonly<Record<string, BackupStatus>> = {
  prepare: 'preparing',
  dump: 'dumping',
  upload: 'uploading',
  verify: 'verifying',
}

export function statusDuring(step: string): BackupStatus {
  return statusOfStep[step] ?? 'preparing'
}
