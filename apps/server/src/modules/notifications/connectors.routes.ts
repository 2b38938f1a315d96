import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  Connector,
  ConnectorParams,
  CreateConnectorBody,
  CreatedConnector,
  RotatedKey,
  UpdateConnectorBody,
} from './connectors.schemas.ts'
import type { ConnectorsService } from './connectors.service.ts'
import type { WebhookKeysService } from './webhook-keys.service.ts'

const tags = ['notifications']

export function registerConnectorRoutes(
  app: HttpServer,
  { connectors, keys }: { connectors: ConnectorsService; keys: WebhookKeysService },
): void {
  registerReads(app, connectors)
  app.post(
    '/notification-connectors',
    {
      config: { permission: 'connectors:write', scope: 'organization', idempotent: 'secret' },
      schema: {
        operationId: 'createConnector',
        tags,
        summary: 'Create a connector',
        description:
          'It hears of servers, members and this instance by its own `events`; of projects once it is linked to them. Of a webhook the answer holds the key that signs, once.',
        body: CreateConnectorBody,
        response: { 201: CreatedConnector, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await connectors.create(request.actor, request.body)),
  )
  app.patch(
    '/notification-connectors/:id',
    {
      config: { permission: 'connectors:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'updateConnector',
        tags,
        summary: 'Change a connector, or switch it off and on',
        description: 'What waits for it is tried again at once.',
        params: ConnectorParams,
        body: UpdateConnectorBody,
        response: { 200: Connector, ...problems(409) },
      },
    },
    async (request) => await connectors.update(request.actor, request.params.id, request.body),
  )
  app.post(
    '/notification-connectors/:id/rotate-secret',
    {
      config: { permission: 'connectors:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'rotateConnectorSecret',
        tags,
        summary: 'Give a webhook a new key',
        description: 'For a day every request carries the signatures of both keys.',
        params: ConnectorParams,
        response: { 200: RotatedKey, ...problems(409) },
      },
    },
    async (request) => await keys.rotate(request.actor, request.params.id),
  )
  app.delete(
    '/notification-connectors/:id',
    {
      config: { permission: 'connectors:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'deleteConnector',
        tags,
        summary: 'Delete a connector',
        description: 'With its links and its deliveries; what waits is not told any more.',
        params: ConnectorParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await connectors.remove(request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function registerReads(app: HttpServer, connectors: ConnectorsService): void {
  app.get(
    '/notification-connectors',
    {
      config: { permission: 'connectors:read', scope: 'organization' },
      schema: {
        operationId: 'listConnectors',
        tags,
        summary: 'Connectors of the organisation',
        querystring: PageQuery,
        response: { 200: pageOf(Connector) },
      },
    },
    async (request) => await connectors.list(request.actor, request.query),
  )
  app.get(
    '/notification-connectors/:id',
    {
      config: { permission: 'connectors:read', scope: 'organization' },
      schema: {
        operationId: 'getConnector',
        tags,
        summary: 'One connector',
        params: ConnectorParams,
        response: { 200: Connector },
      },
    },
    async (request) => await connectors.get(request.actor, request.params.id),
  )
}
