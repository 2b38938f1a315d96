/** Shapes of the control plane's own backups. */
import { z } from 'zod'

/** Stored: only add fields, with defaults. */
export const BackupContent = z.object({
  /** As of when. */
  madeAt: z.string(),
  tables: z.number().int(),
  rows: z.number().int(),
  plainBytes: z.number().int(),
})
export type BackupContent = z.output<typeof BackupContent>
