import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { CreateRegistryBody, Registry, RegistryParams } from './registries.schemas.ts'
import type { RegistriesService } from './registries.service.ts'

const tags = ['registries']

export function registerRegistryRoutes(app: HttpServer, registries: RegistriesService): void {
  app.get(
    '/registries',
    {
      config: { permission: 'registries:read', scope: 'organization' },
      schema: {
        operationId: 'listRegistries',
        tags,
        summary: 'Accounts at registries of images',
        querystring: PageQuery,
        response: { 200: pageOf(Registry) },
      },
    },
    async (request) => await registries.list(request.actor, request.query),
  )
  app.post(
    '/registries',
    {
      config: { permission: 'registries:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'saveRegistry',
        tags,
        summary: 'Save an account at a registry',
        description:
          'It is tried at the registry before it is saved; a known account gets the new password. Images of this host are pulled with it.',
        body: CreateRegistryBody,
        response: { 201: Registry, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await registries.save(request.actor, request.body)),
  )
  app.post(
    '/registries/:id/check',
    {
      config: { permission: 'registries:write', scope: 'organization' },
      schema: {
        operationId: 'checkRegistry',
        tags,
        summary: 'Try a saved account again',
        description: 'Answers with `status` `connected` or `invalid`.',
        params: RegistryParams,
        response: { 200: Registry },
      },
    },
    async (request) => await registries.check(request.actor, request.params.id),
  )
  app.delete(
    '/registries/:id',
    {
      config: { permission: 'registries:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteRegistry',
        tags,
        summary: 'Forget an account at a registry',
        description: 'Images that are on servers already stay usable. Revoke the token at the registry too.',
        params: RegistryParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await registries.remove(request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
