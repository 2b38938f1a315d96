import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import { AttachDomainBody, AttachedDomain, AttachedDomainParams } from './attached-domains.schemas.ts'
import type { AttachedDomainsService } from './attached-domains.service.ts'

const tags = ['domains']

export function registerAttachedDomainRoutes(app: HttpServer, domains: AttachedDomainsService): void {
  app.post(
    '/environments/:id/domain',
    {
      config: { permission: 'domains:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'attachDomain',
        tags,
        summary: 'Attach a domain to an environment, or change its settings',
        description:
          'Several calls attach several. A hostname that is attached already gets the settings that are named; what is not named stays, and null takes it away. No deployment is needed: `state` says whether the proxy of the server has it, and `GET /environments/:id` says it again.',
        params: EnvironmentParams,
        body: AttachDomainBody,
        response: { 202: AttachedDomain, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await domains.attach(request.actor, request.params.id, request.body)),
  )
  app.delete(
    '/environments/:id/domain/:domainId',
    {
      config: { permission: 'domains:write', scope: 'environment:id' },
      schema: {
        operationId: 'detachDomain',
        tags,
        summary: 'Take a domain away from an environment',
        description: 'The domain stays registered. The other one of www and bare goes with it.',
        params: AttachedDomainParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await domains.detach(request.actor, request.params.id, request.params.domainId)
      return reply.code(204).send(null)
    },
  )
}
