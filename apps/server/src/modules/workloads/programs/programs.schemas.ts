/** Stored result of a one-off program. */
import { z } from 'zod'

export const ProgramOutcome = z.object({
  /** `interrupted` means that its container vanished before its end was known. */
  end: z.enum(['exited', 'timed_out', 'interrupted']),
  /** Null unless it exited. */
  exitCode: z.int().nullable(),
  oomKilled: z.boolean(),
  /** Last lines of output, without secrets. */
  logTail: z.string(),
})
export type ProgramOutcome = z.output<typeof ProgramOutcome>
