/** The one shape of every error answer. */
import { z } from 'zod'

export const Problem = z
  .object({
    type: z.string().meta({ description: 'A page that explains the code.', example: '/problems/not_found' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'Stable: programs decide by this.', example: 'not_found' }),
    hint: z.string().meta({ description: 'What to do about it.' }),
    traceId: z.string(),
    errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details with a stable code and a remedy.' })

/** Documents the error answers that are special to an operation; those that any operation can give are added to all. */
export function problems<Status extends number>(...statuses: Status[]): Record<Status, ProblemAnswer> {
  const entries = statuses.map((status) => [status, { content: { 'application/problem+json': { schema: Problem } } }])
  return Object.fromEntries(entries)
}

interface ProblemAnswer {
  content: { 'application/problem+json': { schema: typeof Problem } }
}

/** Documents an answer that is a stream, with the shape of each event's data; it is written to the raw socket, so no schema serialises it. */
export function eventStreamOf(events: Record<string, z.ZodType>) {
  return { content: { 'text/event-stream': { schema: z.string(), events } } }
}
