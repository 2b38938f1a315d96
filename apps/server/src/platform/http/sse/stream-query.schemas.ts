/** Query parameters of every resumable stream, because browsers can't send headers with an EventSource. */
import { z } from 'zod'

export const StreamQuery = z.strictObject({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({
      description:
        'ID of the last event you received; the stream resumes after it. Does the same as the `Last-Event-ID` header, for clients that cannot set headers.',
    }),
  ticket: z.string().max(100).optional().meta({
    description:
      'Single-use ticket from `POST /stream-tickets`, instead of an `Authorization` header. Use it with `EventSource` in browsers.',
  }),
})
export type StreamQuery = z.output<typeof StreamQuery>
