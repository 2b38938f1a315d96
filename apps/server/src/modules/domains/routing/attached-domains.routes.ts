import { z } from 'zod'
import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { EnvironmentParams } from '../../environments/environments.schemas.ts'
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
        summary: 'Attach a domain or change its settings',
        description:
          'Attaches one hostname per call. For a hostname that is already attached, this changes the settings you name; null removes a setting. No deployment is needed: the proxy serves the hostname within seconds, and `state` in `GET /environments/{id}` shows when.',
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
        summary: 'Detach a domain',
        description:
          'Stops serving the hostname and its `www` counterpart. The domain stays registered in your organization, so you can attach it again.',
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
