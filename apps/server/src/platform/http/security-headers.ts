/** Headers of every response, and CORS, which is off unless origins are configured. */
import type { FastifyInstance } from 'fastify'

const allowedHeaders = 'authorization, content-type, idempotency-key, if-match, last-event-id, longshore-organization'
const exposedHeaders = 'etag, location, ratelimit, ratelimit-policy, retry-after, idempotent-replayed, x-request-id'

export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Responses contain account data and sometimes secrets, so no cache may store them.
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
}

export function registerSecurityHeaders(
  app: FastifyInstance,
  options: { corsOrigins: readonly string[]; https: boolean },
): void {
  const origins = new Set(options.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id))
    if (options.https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    const origin = request.headers.origin
    if (origin === undefined || !origins.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('vary', 'origin')
    reply.header('access-control-expose-headers', exposedHeaders)
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    reply.header('access-control-allow-headers', allowedHeaders)
    reply.header('access-control-max-age', '600')
    return reply.code(204).send()
  })
}
