/** Result of a restore test, as signed. Stored as text: only add fields, with defaults. */
import { z } from 'zod'

export const ProofStatement = z.object({
  form: z.literal(1),
  backupId: z.string(),
  outcome: z.enum(['passed', 'failed']),
  /** Hash of the tested archive. */
  sha256: z.string(),
  engineImage: z.string(),
  tables: z.int(),
  rows: z.number(),
  objects: z.int(),
  entries: z.int().nullable(),
  /** Reasons why it didn't pass. */
  differences: z.array(z.string()),
  startedAt: z.string(),
  finishedAt: z.string(),
})
export type ProofStatement = z.output<typeof ProofStatement>
