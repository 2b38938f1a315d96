/** Schemas of instance backups. */
import { z } from 'zod'

/** Stored: only add fields, with defaults. */
export const BackupContent = z.object({
  /** Time of the snapshot. */
  madeAt: z.string(),
  tables: z.number().int(),
  rows: z.number().int(),
  plainBytes: z.number().int(),
})
export type BackupContent = z.output<typeof BackupContent>
