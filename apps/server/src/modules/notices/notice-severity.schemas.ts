/** How much an event matters, from what is only good to know to what needs somebody now. */
import { z } from 'zod'

export const severities = ['info', 'warning', 'critical'] as const
export const Severity = z
  .enum(severities)
  .describe('How much an event matters. `info`: good to know. `warning`: look into it soon. `critical`: act now.')
export type Severity = z.output<typeof Severity>
