import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { CreateDomainBody, Domain, DomainParams } from './domains.schemas.ts'
import type { DomainsService } from './domains.service.ts'

const tags = ['domains']

export function registerDomainRoutes(app: HttpServer, domains: DomainsService): void {
  registerReading(app, domains)
  app.post(
    '/domains',
    {
      config: { permission: 'domains:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'registerDomain',
        tags,
        summary: 'Register a domain',
        description:
          'It is checked at once and again until it is right. `verification` says which records to make. A hostname belongs to one organisation once it is verified.',
        body: CreateDomainBody,
        response: { 201: Domain, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await domains.register(request.actor, request.body)),
  )
  app.post(
    '/domains/:id/verify',
    {
      config: { permission: 'domains:write', scope: 'organization' },
      schema: {
        operationId: 'verifyDomain',
        tags,
        summary: 'Check a domain now',
        description:
          'Asks the authoritative servers for the TXT record, several resolvers for the addresses, and for CAA. Follow it by `GET /events` or by reading the domain again.',
        params: DomainParams,
        response: { 202: Domain },
      },
    },
    async (request, reply) => reply.code(202).send(await domains.verify(request.actor, request.params.id)),
  )
  app.delete(
    '/domains/:id',
    {
      config: { permission: 'domains:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteDomain',
        tags,
        summary: 'Forget a domain',
        description:
          'It must not be attached any more. A verified hostname stays reserved for your organisation for some days, since its DNS may still lead here.',
        params: DomainParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await domains.remove(request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function registerReading(app: HttpServer, domains: DomainsService): void {
  app.get(
    '/domains',
    {
      config: { permission: 'domains:read', scope: 'organization' },
      schema: {
        operationId: 'listDomains',
        tags,
        summary: 'Domains of the organisation',
        querystring: PageQuery,
        response: { 200: pageOf(Domain) },
      },
    },
    async (request) => await domains.list(request.actor, request.query),
  )
  app.get(
    '/domains/:id',
    {
      config: { permission: 'domains:read', scope: 'organization' },
      schema: {
        operationId: 'getDomain',
        tags,
        summary: 'One domain',
        description: 'With what was expected in DNS, and what each server that was asked has answered.',
        params: DomainParams,
        response: { 200: Domain },
      },
    },
    async (request) => await domains.get(request.actor, request.params.id),
  )
}
