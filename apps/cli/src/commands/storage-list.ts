import { listBackupDestinations } from '@longshore/sdk/operations'
import { defineList } from '../define-list.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'
import { formatObjectLock } from '../terminal/storage-lines.ts'

export const storageList = defineList({
  path: 'storage list',
  summary: 'List storage locations for backups.',
  operation: listBackupDestinations,
  heads: ['NAME', 'TYPE', 'STATE', 'BUCKET', 'LOCK', 'CHECKED', 'PROBLEM'],
  row: (each) => [
    each.name,
    each.type,
    formatStatus(each.status),
    each.s3?.bucket ?? '–',
    formatObjectLock(each),
    formatWhen(each.lastCheckedAt),
    each.problem?.title ?? '',
  ],
  empty: 'No storage locations yet. Add one: longshore storage add NAME --type s3',
})
