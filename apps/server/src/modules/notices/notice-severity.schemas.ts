/** How much an event matters, from what is only good to know to what needs somebody now. */
import { z } from 'zod'

export const severities = ['info', 'warning', 'critical'] as const
export const Severity = z.enum(severities)
export type Severity = z.output<typeof Severity>
