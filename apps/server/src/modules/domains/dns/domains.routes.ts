import { z } from 'zod'
import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../../platform/pagination/page.schemas.ts'
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
          'Adds a hostname to your organization. Longshore checks DNS right away and keeps checking until it’s right. `verification` lists the records to create. Once verified, no other organization on this instance can use the hostname.',
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
          'Starts a DNS check instead of waiting for the next one. It asks the authoritative name servers for the TXT record, several resolvers for the IP addresses, and for CAA records. Follow it with `GET /events`, or get the domain again after a few seconds.',
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
        summary: 'Remove a domain',
        description:
          'Removes a hostname that isn’t attached to an environment; otherwise the response is 409. A verified hostname stays reserved for your organization for a while (`DOMAIN_RESERVATION_DAYS`, 30 days by default), because its DNS may still point here.',
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
        summary: 'List domains',
        description: 'Returns the hostnames of the organization with their DNS and certificate status, newest first.',
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
        summary: 'Get a domain',
        description:
          'Returns one hostname with the DNS records that Longshore expects and what each DNS server answered.',
        params: DomainParams,
        response: { 200: Domain },
      },
    },
    async (request) => await domains.get(request.actor, request.params.id),
  )
}
