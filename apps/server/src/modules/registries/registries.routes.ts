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
        summary: 'List registry credentials',
        description:
          'Returns the registry credentials of the organization with the result of their last check, newest first.',
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
        summary: 'Save a registry credential',
        description:
          'Tests the credential with the registry and saves it if it works. If the same login is already saved, its password is replaced. From then on, Longshore pulls images from this host with it.',
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
        summary: 'Check a registry credential',
        description:
          'Tests the saved credential with the registry again and returns the result: `status` is `connected` or `invalid`. Use it after a deployment failed to pull an image.',
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
        summary: 'Delete a registry credential',
        description:
          'Deletes the stored credential. Images that are already on servers keep working. Revoke the token at the registry too.',
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
