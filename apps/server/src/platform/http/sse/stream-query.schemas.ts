/** What every resumable stream takes in its address, because browsers cannot send headers with an EventSource. */
import { z } from 'zod'

export const StreamQuery = z.strictObject({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'As the Last-Event-ID header, for browsers that reconnect with a new ticket.' }),
  ticket: z.string().max(100).optional().meta({ description: 'One-use ticket, for browsers that cannot set headers.' }),
})
export type StreamQuery = z.output<typeof StreamQuery>
