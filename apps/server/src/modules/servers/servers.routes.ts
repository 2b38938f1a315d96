import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  AcceptHostKeyBody,
  CreateServerBody,
  DeleteServerQuery,
  Server,
  ServerParams,
  ServersQuery,
  UpdateServerBody,
} from './servers.schemas.ts'
import type { ServersService } from './servers.service.ts'

const tags = ['servers']

export function registerServerRoutes(app: HttpServer, servers: ServersService): void {
  registerChanges(app, servers)
  app.get(
    '/servers',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'listServers',
        tags,
        summary: 'List servers',
        description: 'Returns the servers of the organization with their status and hardware, newest first.',
        querystring: ServersQuery,
        response: { 200: pageOf(Server) },
      },
    },
    async (request) => await servers.list(request.actor, request.query),
  )
  app.post(
    '/servers',
    {
      config: { permission: 'servers:write', scope: 'organization', idempotent: true },
      schema: {
        operationId: 'createServer',
        tags,
        summary: 'Register a server',
        description:
          'Registers a Linux server. Without `privateKey`, Longshore generates a key: run `setupCommand` on the server, and it becomes `ready` within seconds. Longshore trusts the host keys of the first contact from then on.',
        body: CreateServerBody,
        response: { 201: Server, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await servers.create(request.actor, request.body)),
  )
  app.get(
    '/servers/:id',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'getServer',
        tags,
        summary: 'Get a server',
        description:
          'Returns one server with its status, its hardware, its host keys, and the command that connects it.',
        params: ServerParams,
        response: { 200: Server },
      },
    },
    async (request, reply) => {
      const server = await servers.get(request.actor, request.params.id)
      reply.header('etag', etagOf(server.version))
      return server
    },
  )
}

function registerChanges(app: HttpServer, servers: ServersService): void {
  app.patch(
    '/servers/:id',
    {
      config: { permission: 'servers:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'updateServer',
        tags,
        summary: 'Update a server',
        description:
          'Changes the fields you send. Longshore tries a new host, user, or jump server immediately. The trusted host keys stay, unless you send `hostKeyFingerprint`.',
        params: ServerParams,
        body: UpdateServerBody,
        response: { 200: Server, ...problems(409) },
      },
    },
    async (request, reply) => {
      const server = await servers.update(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(server.version))
      return server
    },
  )
  app.delete(
    '/servers/:id',
    {
      config: { permission: 'servers:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteServer',
        tags,
        summary: 'Delete a server',
        description:
          'Disconnects the server and moves it to the trash, where its login and settings are kept for seven days by default. After that, or at once with `permanent=true`, Longshore removes its files and its generated key from the server if it is reachable. Environments on the server block this, unless you send `force=true`.',
        params: ServerParams,
        querystring: DeleteServerQuery,
        response: { 202: Server, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await servers.remove(request.actor, request.params.id, request.query)),
  )
  app.post(
    '/servers/:id/host-key/accept',
    {
      config: { permission: 'servers:write', scope: 'organization' },
      schema: {
        operationId: 'acceptServerHostKey',
        tags,
        summary: 'Accept a changed host key',
        description:
          'Trusts the host key that the server shows now, for example after a reinstallation. First compare the fingerprint with what `ssh-keygen -lf` prints on the console of the server, because an attacker would show a different key too.',
        params: ServerParams,
        body: AcceptHostKeyBody,
        response: { 200: Server, ...problems(409) },
      },
    },
    async (request) => await servers.acceptHostKey(request.actor, request.params.id, request.body.fingerprint),
  )
}
