/**
 * Reads Idempotency-Key and If-Match from the headers, validates them, and attaches them to the actor for the service.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { IdempotencyClaim } from '../idempotency/claim.ts'
import { locationOf } from './resource-location.ts'

export function registerRequestOptions(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const ifMatch = ifMatchOf(request)
    // A resource without a version has no current tag.
    if (ifMatch !== null && request.routeOptions.config.versioned !== true)
      throw new AppError(platformProblems.version_mismatch)
    if (request.actor === undefined) return
    const idempotency = readIdempotency(request)
    if (ifMatch !== null || idempotency !== null) request.actor = { ...request.actor, ifMatch, idempotency }
  })
}

/** Formats the ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Returns the version that must be current; used only for changes to a resource. */
export function ifMatchOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined || header === '*' || !['PUT', 'PATCH', 'DELETE'].includes(request.method)) return null
  const match = /^"(\d{1,9})"$/.exec(header)
  // A well-formed tag that isn't ours can't match; anything else is a mistake that deserves its own error.
  if (match?.[1] === undefined) throw new AppError(platformProblems.version_mismatch)
  return Number(match[1])
}

function readIdempotency(request: FastifyRequest): IdempotencyClaim | null {
  const declared = request.routeOptions.config.idempotent
  const key = request.headers['idempotency-key']
  if (declared === undefined || declared === false || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('/headers/idempotency-key', 'invalid', 'must be 1 to 255 printable ASCII characters')
  }
  const requestHash = createHash('sha256')
    .update(`${request.method}\n${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  return { key, requestHash, encode: declared === 'secret' ? null : responseEncoder(request) }
}

/** The route declares exactly one 2xx response, whose schema serializes the service's result. */
function responseEncoder(request: FastifyRequest) {
  const responses: unknown = request.routeOptions.schema?.response
  const found = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))
  if (found === undefined) throw new Error(`${request.routeOptions.url} is idempotent but declares no 2xx answer`)
  const [status, schema] = found
  if (!(schema instanceof z.ZodType))
    throw new Error(`${request.routeOptions.url} declares its answer without a zod schema`)
  return (result: unknown) => {
    const body: unknown = z.encode(schema, result)
    return { status: Number(status), location: status === '204' ? null : locationOf(request, body), body }
  }
}
