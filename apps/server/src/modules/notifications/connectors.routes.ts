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
        summary: 'Create a notification channel',
        description:
          'Creates a channel. It sends the events in `events` about servers, members, and the instance. It sends the events in `projectEvents` for all projects; for events of one project, link it with `PUT /notification-connectors/project/{projectId}`. For a webhook, only this response contains the signing key.',
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
        summary: 'Update a notification channel',
        description:
          'Changes the fields you send, or turns the channel on or off. Waiting deliveries are retried immediately.',
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
        summary: 'Rotate the signing key of a webhook',
        description:
          'Creates a new signing key. For one day, every request carries the signatures of both keys, so that you can replace the old one without losing requests.',
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
        summary: 'Delete a notification channel',
        description:
          'Deletes the channel with its links to projects and its delivery history. Waiting deliveries are dropped.',
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
        summary: 'List notification channels',
        description:
          'Returns the notification channels of the organization with their status, newest first. Secrets are masked.',
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
        summary: 'Get a notification channel',
        description: 'Returns one channel with its settings, its status, and its newest delivery. Secrets are masked.',
        params: ConnectorParams,
        response: { 200: Connector },
      },
    },
    async (request) => await connectors.get(request.actor, request.params.id),
  )
}
