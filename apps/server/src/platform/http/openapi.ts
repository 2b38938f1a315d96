/**
 * Generates OpenAPI 3.1 from the registered routes: the schema that validates also documents. Both requests and
 * responses use the input side of every codec, so each named schema exists once.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { NoBody } from './no-body.schemas.ts'
import { type CommonProblems, type OperationExamples, problemExamples, withExample } from './openapi-examples.ts'
import { headerParameters, parametersOf } from './openapi-parameters.ts'
import { responsesOf, type Sources } from './openapi-responses.ts'
import { binary, type Json, toJson } from './openapi-schemas.ts'
import { isBodyOptional } from './optional-body.ts'
import type { ResourceRoutes } from './resource-headers.ts'

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
            required: !isBodyOptional(String(route.method), schema.body),
            content: withExample(contentOf(route, toJson(schema.body, schemas)), example?.request),
          },
        }
      : {}),
    responses: responsesOf(route, sources, example),
  }
}

/** File uploads have media types of their own, in addition to the form that contains one. */
export function contentOf({ config }: RouteOptions, schema: Json): Json {
  const types = config?.mediaTypes ?? ['application/json']
  return Object.fromEntries(types.map((type) => [type, { schema: isWhole(type) ? schema : binary }]))
}

function isWhole(type: string): boolean {
  return type === 'application/json' || type === 'multipart/form-data'
}
