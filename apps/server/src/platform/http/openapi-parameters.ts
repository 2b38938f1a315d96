/** Describes path, query and header parameters of an operation. */
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Json, toJson } from './openapi-schemas.ts'
import type {} from './route-config.ts'

export function parametersOf(schema: unknown, place: 'path' | 'query', schemas: Json): Json[] {
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

export function headerParameters(route: RouteOptions): Json[] {
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
            'ID of the organization to act in. Defaults to the organization you joined first, or to the one an API token belongs to.',
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
