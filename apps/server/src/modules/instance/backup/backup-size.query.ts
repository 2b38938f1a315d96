import type { Database } from '../../../platform/database/database.ts'
import { excludedTables } from './excluded-tables.policy.ts'
import { maximumBytes } from './instance-backup.limits.ts'
import { measureTables } from './instance-backups.system-repository.ts'

/** Returns the size on disk of the tables in a backup, and the maximum size of a backup. */
export async function measureBackup(db: Database['systemDb']): Promise<{ bytes: number; maximumBytes: number }> {
  return { bytes: await measureTables(db, { without: excludedTables }), maximumBytes }
}
