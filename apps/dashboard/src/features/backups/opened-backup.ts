import type { Backup } from '@longshore/sdk'

/** What was opened of the list. */
export interface OpenedBackup {
  kind: 'details' | 'restore'
  backup: Backup
}
