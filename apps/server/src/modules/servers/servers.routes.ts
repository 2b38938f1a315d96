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
        summary: 'Servers',
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
          'Without `privateKey` an Ed25519 key is made; paste `setupCommand` on the server, and it becomes ready by itself within seconds. The first contact pins the host keys.',
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
        summary: 'One server',
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
        summary: 'Change a server',
        description:
          'A new address, user or jump server is tried at once. The pinned host keys stay unless `hostKeyFingerprint` says which key to expect instead.',
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
          'What Longshore left on it (the owner file, a key that Longshore made) is removed when it can be reached; then the server disappears.',
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
          'Compare the fingerprint with what `ssh-keygen -lf` prints on the server itself before you accept it.',
        params: ServerParams,
        body: AcceptHostKeyBody,
        response: { 200: Server, ...problems(409) },
      },
    },
    async (request) => await servers.acceptHostKey(request.actor, request.params.id, request.body.fingerprint),
  )
}
