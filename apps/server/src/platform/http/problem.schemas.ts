/** The shape of every error response. */
import { z } from 'zod'
import { operationSentence, remedyActions } from '../errors/remedies.policy.ts'

export const RemedyActionName = z.enum(remedyActions).meta({
  id: 'RemedyAction',
  description: `Action that solves the problem. A newer instance can return other actions. ${remedyActions.map((action) => `\`${action}\`: ${operationSentence(action)}`).join(' ')}`,
})

export const Problem = z
  .object({
    type: z.string().meta({
      description: 'Path of a page on this instance that explains the error and how to fix it.',
      example: '/problems/not_found',
    }),
    title: z.string().describe('Short summary of the kind of error. It is the same for every error with this `code`.'),
    status: z.int().meta({ description: 'HTTP status code, repeated from the response.', example: 404 }),
    detail: z.string().describe('What went wrong in this request, in one or two sentences for people.'),
    instance: z.string().describe('Path of the request that failed, without its query string.'),
    code: z.string().meta({
      description:
        'Stable machine-readable code. Base decisions in programs on this field; `GET /failures` lists every code.',
      example: 'not_found',
    }),
    hint: z.string().meta({ description: 'What you can do next to fix the problem.' }),
    remedy: z
      .object({
        action: RemedyActionName,
        target: z.string().optional().meta({
          description: 'ID of the resource that the action is about. Absent if the request does not name it.',
          example: 'env_01k9ha9qkwf5gr8a4q3m5c6x7y',
        }),
      })
      .optional()
      .describe('What you can do about the problem, for programs. Absent if there is no single action.'),
    traceId: z
      .string()
      .describe('Identifies this request in the logs of the instance. Also sent as the `X-Request-Id` header.'),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              'JSON Pointer (RFC 6901) to the invalid field. Query parameters and headers start with `/querystring` or `/headers`.',
            example: '/name',
          }),
          code: z.string().meta({
            description: 'Machine-readable reason, such as `required` or `unknown_field`.',
            example: 'required',
          }),
          message: z
            .string()
            .describe('What is wrong with the field. Read it after the field name: "name" + "is required".'),
        }),
      )
      .optional()
      .describe('Every invalid field of the request. Only present if the request failed validation.'),
  })
  .meta({
    id: 'Problem',
    description:
      'Error response in the RFC 9457 problem details format, with a stable `code` and a `hint` that says what to do.',
  })

/** Documents the error responses that are specific to an operation; common ones are added to all. */
export function problems<Status extends number>(...statuses: Status[]): Record<Status, ProblemResponse> {
  const entries = statuses.map((status) => [status, { content: { 'application/problem+json': { schema: Problem } } }])
  return Object.fromEntries(entries)
}

interface ProblemResponse {
  content: { 'application/problem+json': { schema: typeof Problem } }
}

/**
 * Documents a response that is a stream, with the schema of each event's data. It is written to the raw socket, so no
 * schema serializes it.
 */
export function eventStreamOf(events: Record<string, z.ZodType>) {
  return { content: { 'text/event-stream': { schema: z.string(), events } } }
}
