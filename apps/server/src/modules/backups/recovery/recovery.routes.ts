import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { Deployment } from '../../deployments/deployments.schemas.ts'
import { EnvironmentParams } from '../../environments/environments.schemas.ts'
import { ServerParams } from '../../servers/servers.schemas.ts'
import { RecoverBody, RecoverServerBody, Recovery, RecoveryQuery, ServerRecovery } from './recovery.schemas.ts'
import type { RecoveryService } from './recovery.service.ts'

const tags = ['environments']

export function registerRecoveryRoutes(app: HttpServer, recovery: RecoveryService): void {
  app.get(
    '/environments/:id/recovery',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getRecovery',
        tags,
        summary: 'Get what a recovery would take',
        description:
          'Returns whether the environment can be rebuilt without its server, from which backups, how long that takes, and how much data would be lost if the server were lost now.',
        params: EnvironmentParams,
        querystring: RecoveryQuery,
        response: { 200: Recovery },
      },
    },
    (request) => recovery.get(request.actor, request.params.id, request.query),
  )
  app.post(
    '/environments/:id/recover',
    {
      config: { permission: 'environments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'recoverEnvironment',
        tags,
        summary: 'Recover an environment on another server',
        description:
          'Deploys the live version on another server with the data of the newest backups, without contacting the lost server. Images are built from the commit of the live version, or pulled. When the lost server comes back, everything of the environment there is stopped, and its old data stays until someone confirms its removal. Follow the progress with `GET /environments/{id}/deployments/{did}/status`.',
        params: EnvironmentParams,
        body: RecoverBody,
        response: { 202: Deployment, ...problems(409) },
      },
    },
    async (request, reply) => {
      const deployment = await recovery.recover(request.actor, request.params.id, request.body)
      const environment = encodeId('env', deployment.environmentId)
      const path = `/api/v1/environments/${environment}/deployments/${encodeId('dep', deployment.id)}`
      return reply.code(202).header('location', path).send(deployment)
    },
  )
  app.post(
    '/servers/:id/recover',
    {
      config: { permission: 'environments:write', scope: 'organization' },
      schema: {
        operationId: 'recoverServer',
        tags: ['servers'],
        summary: 'Recover all environments of a lost server',
        description:
          'Starts a recovery on another server for each environment that is live on this one. An environment that cannot be recovered is listed with its problem, and the others continue.',
        params: ServerParams,
        body: RecoverServerBody,
        response: { 202: ServerRecovery, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await recovery.recoverServer(request.actor, request.params.id, request.body)),
  )
}
