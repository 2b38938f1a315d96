/** How a program that ran once ended, as it is stored. */
import { z } from 'zod'

export const ProgramOutcome = z.object({
  /** `interrupted`: its container vanished before its end was known. */
  end: z.enum(['exited', 'timed_out', 'interrupted']),
  /** Null unless it exited. */
  exitCode: z.int().nullable(),
  oomKilled: z.boolean(),
  /** Its last lines, without what is secret. */
  logTail: z.string(),
})
export type ProgramOutcome = z.output<typeof ProgramOutcome>
