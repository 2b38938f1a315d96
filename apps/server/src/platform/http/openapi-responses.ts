/** Describes the responses of an operation, including the problems that every operation can return. */
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import {
  type CommonProblems,
  type OperationExample,
  type OperationExamples,
  problemReference,
  withExample,
} from './openapi-examples.ts'
import { binary, type Json, toJson } from './openapi-schemas.ts'
import { Problem } from './problem.schemas.ts'
import type { ResourceRoutes } from './resource-headers.ts'
import type {} from './route-config.ts'

/** Inputs for describing an operation. */
export interface Sources {
  readonly schemas: Json
  readonly resources: ResourceRoutes
  readonly problems: CommonProblems
  readonly examples: OperationExamples
}

export function responsesOf(route: RouteOptions, sources: Sources, example: OperationExample | undefined): Json {
  const answers: Json = {}
  for (const [status, answer] of Object.entries(route.schema?.response ?? {})) {
    const headers = Number(status) < 300 ? responseHeaders(route, { status, answer }, sources.resources) : {}
    answers[status] = {
      ...responseOf(status, answer, { ...sources, example: example?.responses[status] }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
    }
  }
  for (const status of commonProblems(route)) answers[status] ??= problemResponse(status, sources)
  return answers
}

function responseHeaders(
  { method, url, config }: RouteOptions,
  { status, answer }: { status: string; answer: unknown },
  resources: ResourceRoutes,
): Json {
  const has = (name: string) => answer instanceof z.ZodObject && name in answer.shape
  const header = (description: string, example: string) => ({ description, schema: { type: 'string', example } })
  return {
    ...(has('version') && resources.hasTag(String(method), url)
      ? {
          ETag: header(
            'Current version of the resource. Send it as `If-Match` with your next change to avoid overwriting someone else’s.',
            '"3"',
          ),
        }
      : {}),
    ...(status === '201' && has('id') && resources.hasLocation(url, config)
      ? {
          Location: header(
            'Where to read the resource that was created, as a path on this instance.',
            `${url.replaceAll(/:(\w+)/g, '{$1}')}/{id}`,
          ),
        }
      : {}),
  }
}

function responseOf(status: string, answer: unknown, sources: Sources & { example: unknown }): Json {
  if (Number(status) >= 400) return problemResponse(Number(status), sources)
  const description = statusNames[Number(status)] ?? 'The request succeeded.'
  if (answer instanceof z.ZodNull || answer instanceof z.ZodUndefined) return { description }
  return { description, content: withExample(responseContent(answer, sources.schemas), sources.example) }
}

function responseContent(answer: unknown, schemas: Json): Json {
  if (answer instanceof z.ZodType) return { 'application/json': { schema: toJson(answer, schemas) } }
  if (PlainText.safeParse(answer).success) return { 'text/plain': { schema: { type: 'string' } } }
  if (Bytes.safeParse(answer).success) return { 'application/octet-stream': { schema: binary } }
  return { 'text/event-stream': { schema: { type: 'string' }, ...eventsOf(answer, schemas) } }
}

const Bytes = z.object({ content: z.object({ 'application/octet-stream': z.object({}) }) })

const PlainText = z.object({ content: z.object({ 'text/plain': z.object({}) }) })

const DescribedStream = z.object({
  content: z.object({ 'text/event-stream': z.object({ events: z.record(z.string(), z.instanceof(z.ZodType)) }) }),
})

/** OpenAPI 3.1 can't describe the events of a stream, so an extension maps event names to the schemas of their data. */
function eventsOf(answer: unknown, schemas: Json): Json {
  const events = DescribedStream.safeParse(answer).data?.content['text/event-stream'].events
  if (events === undefined) return {}
  const described = Object.entries(events).map(([name, schema]) => [name, toJson(schema, schemas)])
  return { 'x-longshore-events': Object.fromEntries(described) }
}

function commonProblems(route: RouteOptions): number[] {
  const access = route.config?.permission
  // An operation without a body still reads what is sent, in order to reject it.
  const readsBody = String(route.method) !== 'GET'
  return [
    400,
    ...(access === 'public' ? [] : [401]),
    ...(access === 'public' || access === 'self' ? [] : [403, 404]),
    ...(route.url.includes(':') ? [404] : []),
    ...(readsBody ? [413, 415] : []),
    ...(route.config?.idempotent ? [409] : []),
    ...(['PUT', 'PATCH', 'DELETE'].includes(String(route.method)) && access !== 'public' ? [412] : []),
    422,
    429,
    500,
    503,
  ]
}

function problemResponse(status: number, { schemas, problems }: Sources): Json {
  return {
    description: statusNames[status] ?? 'The request failed.',
    content: {
      'application/problem+json': { schema: toJson(Problem, schemas), ...problemReference(status, problems) },
    },
  }
}

const statusNames: Record<number, string> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  202: 'Accepted. Processing continues in the background.',
  204: 'The request succeeded. The response has no body.',
  400: 'The request is malformed: its body, path, or headers cannot be read.',
  401: 'You are not signed in, or the token is no longer valid.',
  403: 'Your role or your API token does not allow this operation.',
  404: 'The resource does not exist, or you are not allowed to see it.',
  409: 'The request conflicts with the current state of the resource. `code` says how.',
  412: 'The resource has changed since you read it: `If-Match` does not match its current `ETag`.',
  413: 'The request body is too large.',
  415: 'The `Content-Type` of the request body is not supported.',
  422: 'One or more fields are invalid. `errors` lists them.',
  429: 'You sent too many requests. Retry after the number of seconds in `Retry-After`.',
  500: 'Something went wrong on the instance. `traceId` finds the cause in its logs.',
  503: 'A part of the instance is temporarily unavailable. Retry after the number of seconds in `Retry-After`.',
  504: 'The operation took too long. Try again.',
}
