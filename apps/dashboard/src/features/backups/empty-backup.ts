import type { Backup } from '@longshore/sdk'

/** True for a database without tables. Backups of Redis and volumes count only some of their content. */
export function isEmptyBackup({ status, content }: Pick<Backup, 'status' | 'content'>): boolean {
  if (status !== 'succeeded' || content === null) return false
  return content.entries === null && content.tableCount === 0 && content.rowCount === 0
}
