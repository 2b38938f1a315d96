import type { BackupDestination } from '@longshore/sdk'
import { formatStatus } from './format.ts'
import type { Line } from './text.ts'

/** A storage location and its problem. */
export function storageLines(storage: BackupDestination): Line[] {
  const { name, status, problem, s3 } = storage
  return [
    [{ text: name, style: 'bold' }, ' is ', formatStatus(status), '.'],
    ...(s3 === null || s3.objectLock === null ? [] : [`  Object lock of new backups: ${formatObjectLock(storage)}`]),
    ...(problem === null ? [] : [`  ${problem.detail}`, `  ${problem.hint}`]),
  ]
}

/** Returns text such as `30 days (compliance)`. */
export function formatObjectLock({ s3 }: Pick<BackupDestination, 's3'>): string {
  const lock = s3?.objectLock ?? null
  return lock === null ? '–' : `${lock.days} ${lock.days === 1 ? 'day' : 'days'} (${lock.mode})`
}
