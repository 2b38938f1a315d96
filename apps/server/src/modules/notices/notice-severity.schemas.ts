/** Severities, from informational to urgent. */
import { z } from 'zod'

export const severities = ['info', 'warning', 'critical'] as const
export const Severity = z
  .enum(severities)
  .describe('How much an event matters. `info`: good to know. `warning`: look into it soon. `critical`: act now.')
export type Severity = z.output<typeof Severity>
