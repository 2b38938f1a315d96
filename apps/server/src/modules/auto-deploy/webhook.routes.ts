/** Receives webhooks. The route is public: the signature over the raw bytes is the credential. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { BodyBudget } from '../../platform/http/body-budget.ts'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import { ReceivedWebhook, WebhookPath } from './auto-deploy.schemas.ts'
import type { WebhookInbox } from './webhook-inbox.service.ts'

const bodyLimitBytes = 5_000_000
/** Limit for all request bodies in progress, because no sender is verified yet. */
const totalBytes = 64_000_000
/** Limit per IP address and per environment, so a slow or hostile sender can't block others. */
const shareBytes = 16_000_000

const RawBody = z
  .custom<Buffer>((value) => Buffer.isBuffer(value), 'must be the body of a delivery')
  .meta({ description: 'Event exactly as the Git provider sends it. The signature covers every byte.' })

const busy = () => new AppError(autoDeployProblems.webhooks_busy, undefined, { retryAfterSeconds: 5 })

export function registerWebhookRoutes(app: HttpServer, inbox: WebhookInbox): void {
  const budget = new BodyBudget({ totalBytes, shareBytes })
  app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      async (request: FastifyRequest, body: Buffer) => {
        if (request.headers['content-encoding'] !== undefined)
          throw new AppError(platformProblems.unsupported_media_type)
        return body
      },
    )
    scope.post(
      '/webhooks/git/:environmentId',
      {
        config: { permission: 'public', ownLimits: true, rawBody: true },
        bodyLimit: bodyLimitBytes,
        preParsing: async (request, reply, payload) => {
          const keys = [`address ${addressKey(request.ip)}`, `environment ${environmentOf(request)}`]
          const { stream, release } = budget.count(keys, busy)
          reply.raw.once('close', release)
          // A connection error ends the counted stream too.
          payload.once('error', (error) => stream.destroy(error))
          return payload.pipe(stream)
        },
        schema: {
          operationId: 'receiveWebhook',
          tags: ['auto-deploy'],
          summary: 'Receive a Git webhook',
          description:
            'Git providers call this endpoint: GitHub, GitLab, Gitea, Forgejo, and Bitbucket, each with its own signature. 202 means that Longshore stored the event and decides afterwards what to deploy. Bodies can have up to 5 MB, and each environment accepts up to 600 deliveries per minute.',
          params: WebhookPath,
          body: RawBody,
          response: { 202: ReceivedWebhook, ...problems(403) },
        },
      },
      async (request, reply) =>
        reply.code(202).send(
          await inbox.receive({
            environmentId: request.params.environmentId,
            headers: request.headers,
            body: request.body,
            ip: request.ip,
          }),
        ),
    )
  })
}

/** Taken from the path, which isn't validated before the body is read. */
function environmentOf(request: FastifyRequest): string {
  return String(Reflect.get(Object(request.params), 'environmentId'))
}
