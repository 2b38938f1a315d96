/** Fastify with everything that all routes share. Modules register their routes on it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Authenticator } from '../access/authenticator.ts'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { IdempotentReplay } from '../idempotency/claim.ts'
import type { Log } from '../log/log.ts'
import { registerAccess } from './access.ts'
import { compileValidator } from './compile-validator.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import { parseJsonBody } from './json-body.ts'
import { createMethodTable, registerMethodNotAllowed } from './method-not-allowed.ts'
import { NoBody } from './no-body.schemas.ts'
import { type ApiDescription, registerOpenApi } from './openapi.ts'
import { problemBody, toAppError } from './problem-body.ts'
import { createRequestLimit, registerRateLimits, writeLimitHeaders } from './rate-limits.ts'
import { newRequestId, respondToClientError, writeRawProblem } from './raw-problem.ts'
import { registerRequestOptions } from './request-options.ts'
import { createResourceRoutes, registerResourceHeaders } from './resource-headers.ts'
import type { FindProjectOf } from './route-scope.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { registerUnreadBody } from './unread-body.ts'

export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface HttpOptions {
  log: Log
  /** Receives one line per response. */
  accessLog: Log
  authenticator: Authenticator
  findProjectOf: FindProjectOf
  description: ApiDescription
  /** IP addresses or networks of reverse proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  https: boolean
  requestsPerMinute: number
  dashboard: Pick<Dashboard, 'servePages'>
  observe(labels: { method: string; route: string; status: number }, seconds: number): void
}

const bodyLimitBytes = 1 << 20
const headerLimitBytes = 16 << 10

export function createHttpServer(options: HttpOptions): HttpServer {
  const loggerInstance: FastifyBaseLogger = options.log
  const app = Fastify({
    loggerInstance,
    // Log lines name their request themselves; a logger per request costs more than the line.
    childLoggerFactory: (logger) => logger,
    // `logRequest` writes one line per response, by route pattern.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length === 0 ? false : [...options.trustProxy],
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests on kept-alive connections are still served, because the client can't know about the shutdown.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: newRequestId,
    routerOptions: { maxParamLength: 512, onBadUrl: (_path, request, response) => writeRawProblem(request, response) },
    http: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      // Node's own refusal has no body; ours is below.
      requireHostHeader: false,
    },
    clientErrorHandler: respondToClientError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Bodies aren't decompressed here, so compressed bytes would be misread.
    if (request.headers['content-encoding'] !== undefined) throw new AppError(platformProblems.unsupported_media_type)
    return parseJsonBody(body)
  })
  app.addHook('onRoute', (route) => {
    // Reject unknown query fields everywhere, also where no query is declared.
    if (route.schema?.operationId !== undefined) route.schema.querystring ??= z.strictObject({})
    if (route.schema?.operationId !== undefined && route.method !== 'GET') route.schema.body ??= NoBody
  })
  registerSecurityHeaders(app, options)
  app.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new AppError(platformProblems.malformed_request, 'The request has no Host header.')
  })
  options.dashboard.servePages(app)
  const countRequest = createRequestLimit({ perMinute: options.requestsPerMinute })
  const methods = createMethodTable(app)
  registerAccess(app, { ...options, countRequest, isUnmatched: methods.isUnmatched })
  registerRateLimits(app, countRequest)
  registerRequestOptions(app)
  registerUnreadBody(app, { lingerBytes: bodyLimitBytes })
  const resources = createResourceRoutes()
  registerResourceHeaders(app, resources)
  registerOpenApi(app, options.description, resources)
  registerMethodNotAllowed(app, methods)
  app.setErrorHandler(respondWithError)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    options.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    logRequest(options.accessLog, request, reply)
  })
  return app
}

function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof IdempotentReplay) return respondWithReplay(error, reply)
  const known = toAppError(error)
  // Fastify would close the connection immediately when a body is too large; see unread-body.ts.
  reply.removeHeader('connection')
  if (known.problem.status >= 500)
    request.log.error({ err: known.cause ?? known, requestId: request.id }, 'request failed')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  if (known.limit !== undefined) writeLimitHeaders(reply, known.limit)
  if (known.problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return sendProblem(reply, known, request)
}

function respondWithReplay(replay: IdempotentReplay, reply: FastifyReply): FastifyReply {
  if (replay.response.location !== null) reply.header('location', replay.response.location)
  reply.header('idempotent-replayed', 'true')
  return reply
    .code(replay.response.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(replay.response.body))
}

export function sendProblem(reply: FastifyReply, error: AppError, request: FastifyRequest): FastifyReply {
  const body = problemBody(error, request.url.split('?')[0] ?? '/', request.id)
  return reply.code(error.problem.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    requestId: request.id,
    method: request.method,
    // Log the pattern instead of the URL, to keep ids and query strings out of the log.
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
  }
  if (reply.statusCode >= 500) log.error(line, 'request')
  else log.info(line, 'request')
}
