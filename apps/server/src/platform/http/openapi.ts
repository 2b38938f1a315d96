/**
 * Generates OpenAPI 3.1 from the registered routes: the schema that validates also documents. Both requests and
 * responses use the input side of every codec, so each named schema exists once.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { NoBody } from './no-body.schemas.ts'
import {
  type CommonProblems,
  type OperationExample,
  type OperationExamples,
  problemExamples,
  problemReference,
  withExample,
} from './openapi-examples.ts'
import { Problem } from './problem.schemas.ts'
import type { ResourceRoutes } from './resource-headers.ts'
import type {} from './route-config.ts'

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    tags?: readonly string[]
  }
  interface FastifyInstance {
    openApi(): OpenApiDocument
  }
}

type Json = Record<string, unknown>
export interface OpenApiDocument extends Json {
  openapi: string
  paths: Record<string, Record<string, Json>>
  components: { schemas: Json; examples: Json; securitySchemes: Json }
}

export interface ApiDescription {
  title: string
  version: string
  description: string
  tags: readonly { name: string; description: string }[]
  /** Each tag is in exactly one group. */
  groups: readonly { name: string; tags: readonly string[] }[]
  problems: CommonProblems
  /** Examples by operation. Read when the document is built. */
  examples: () => OperationExamples
}

/** Inputs for describing an operation. */
interface Sources {
  readonly schemas: Json
  readonly resources: ResourceRoutes
  readonly problems: CommonProblems
  readonly examples: OperationExamples
}

/** Adds `app.openApi()`. */
export function registerOpenApi(app: FastifyInstance, description: ApiDescription, resources: ResourceRoutes): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.schema?.operationId !== undefined) routes.push(route)
  })
  let document: OpenApiDocument | undefined
  app.decorate('openApi', () => {
    document ??= buildDocument(routes, description, resources)
    return document
  })
}

function buildDocument(
  routes: readonly RouteOptions[],
  description: ApiDescription,
  resources: ResourceRoutes,
): OpenApiDocument {
  const { tags, groups, problems, examples, ...info } = description
  const schemas: Json = {}
  const sources = { schemas, resources, problems, examples: examples() }
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][String(route.method).toLowerCase()] = operation(route, sources)
  }
  const sorted = Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags,
    'x-tagGroups': groups,
    paths: sorted,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: problemExamples(problems),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token from `POST /auth/login`, or an API token from `POST /api-tokens`.',
        },
      },
    },
  }
}

function operation(route: RouteOptions, sources: Sources): Json {
  const { schemas } = sources
  const schema: FastifySchema = route.schema ?? {}
  const example = sources.examples[schema.operationId ?? '']
  const access = route.config?.permission
  const parameters = [
    ...parametersOf(schema.params, 'path', schemas),
    ...parametersOf(schema.querystring, 'query', schemas),
    ...headerParameters(route),
  ]
  return {
    operationId: schema.operationId,
    summary: schema.summary,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    tags: schema.tags,
    'x-longshore-permission': access,
    ...(route.config?.scope === undefined ? {} : { 'x-longshore-scope': route.config.scope }),
    ...(route.config?.rawBody === true ? { 'x-longshore-raw-body': true } : {}),
    security: access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schema.body instanceof z.ZodType && schema.body !== NoBody
      ? {
          requestBody: {
            required: !schema.body.safeParse(undefined).success,
            content: withExample(contentOf(route, toJson(schema.body, schemas)), example?.request),
          },
        }
      : {}),
    responses: responsesOf(route, sources, example),
  }
}

/** File uploads have media types of their own, in addition to the form that contains one. */
function contentOf({ config }: RouteOptions, schema: Json): Json {
  const types = config?.mediaTypes ?? ['application/json']
  return Object.fromEntries(types.map((type) => [type, { schema: isWhole(type) ? schema : binary }]))
}

const binary = { type: 'string', format: 'binary' }

function isWhole(type: string): boolean {
  return type === 'application/json' || type === 'multipart/form-data'
}

function parametersOf(schema: unknown, place: 'path' | 'query', schemas: Json): Json[] {
  if (!(schema instanceof z.ZodType)) return []
  const json = toJson(schema, schemas)
  const required = new Set(Array.isArray(json.required) ? json.required : [])
  return Object.entries(json.properties ?? {}).map(([name, property]: [string, Json]) => {
    const { description, ...rest } = property
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}

function headerParameters(route: RouteOptions): Json[] {
  const header = (name: string, description: string, schema: Json) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  const { permission, organizationParam, idempotent, stream } = route.config ?? {}
  const chooses = permission !== 'public' && permission !== 'self' && organizationParam === undefined
  const changes = ['PUT', 'PATCH', 'DELETE'].includes(String(route.method)) && permission !== 'public'
  return [
    ...(chooses
      ? [
          header(
            'Longshore-Organization',
            'ID of the organization to act in. Defaults to your personal organization, or to the one an API token belongs to.',
            {
              type: 'string',
              pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
            },
          ),
        ]
      : []),
    ...(idempotent === undefined || idempotent === false
      ? []
      : [
          header(
            'Idempotency-Key',
            'Unique key of your choice, such as a UUID, that makes retries safe. For 24 hours, repeating the request with the same key returns the first response instead of acting twice.',
            {
              type: 'string',
              minLength: 1,
              maxLength: 255,
              pattern: '^[!-~]+$',
            },
          ),
        ]),
    ...(changes
      ? [
          header(
            'If-Match',
            '`ETag` of the version you read. If the resource has changed since, the request fails with 412 and nothing changes.',
            { type: 'string', example: '"3"' },
          ),
        ]
      : []),
    ...(stream === true
      ? [
          header(
            'Last-Event-ID',
            'ID of the last event you received. The stream resumes after it, so you miss nothing after a reconnect.',
            { type: 'string', pattern: '^[0-9]{1,15}$' },
          ),
        ]
      : []),
  ]
}

function responsesOf(route: RouteOptions, sources: Sources, example: OperationExample | undefined): Json {
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

/** Moves named schemas (`meta({ id })`) to the components and references them. */
function toJson(schema: z.ZodType, schemas: Json): Json {
  const wrapped = z.toJSONSchema(z.object({ schema }), {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema)
      // Zod omits the default of a converted value, but a number in a query is the same number.
      if (zodSchema instanceof z.ZodDefault && typeof zodSchema.def.defaultValue === 'number')
        jsonSchema.default ??= zodSchema.def.defaultValue
    },
  })
  const rewritten = JSON.parse(JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'))
  for (const [name, definition] of Object.entries<Json>(rewritten.$defs ?? {})) {
    const { id: _, ...rest } = definition
    schemas[name] = rest
  }
  return rewritten.properties.schema
}

/** Removes redundant keywords: a format implies its pattern, and integers need no safe-integer bounds. */
function simplify(schema: Json): void {
  if (schema.format === 'date-time' || schema.format === 'email') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
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
