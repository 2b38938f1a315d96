/** What a trial restore found, as it is signed. Stored as text: only add fields, with defaults. */
import { z } from 'zod'

export const ProofStatement = z.object({
  form: z.literal(1),
  backupId: z.string(),
  outcome: z.enum(['passed', 'failed']),
  /** Of the archive that was tried. */
  sha256: z.string(),
  engineImage: z.string(),
  tables: z.int(),
  rows: z.number(),
  objects: z.int(),
  entries: z.int().nullable(),
  /** Why it did not pass. */
  differences: z.array(z.string()),
  startedAt: z.string(),
  finishedAt: z.string(),
})
export type ProofStatement = z.output<typeof ProofStatement>
