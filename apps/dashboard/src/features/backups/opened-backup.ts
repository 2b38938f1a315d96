import type { Backup } from '@longshore/sdk'

/** The backup that is open in a dialog. */
export interface OpenedBackup {
  kind: 'details' | 'restore'
  backup: Backup
}
