import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { ConnectorParams, ConnectorTest, PreviewBody } from './connectors.schemas.ts'
import { DeliveriesQuery, Delivery, DeliveryPath } from './deliveries.schemas.ts'
import type { DeliveriesService } from './deliveries.service.ts'
import { SentRequest } from './delivery-log.schemas.ts'

const tags = ['notifications']

export function registerDeliveryRoutes(app: HttpServer, deliveries: DeliveriesService): void {
  app.get(
    '/notification-connectors/:id/deliveries',
    {
      config: { permission: 'connectors:read', scope: 'organization' },
      schema: {
        operationId: 'listConnectorDeliveries',
        tags,
        summary: 'List deliveries',
        description:
          'Returns the notifications and test messages of a channel from the last 30 days with all attempts, newest first. Use it to find out why one did not arrive.',
        params: ConnectorParams,
        querystring: DeliveriesQuery,
        response: { 200: pageOf(Delivery) },
      },
    },
    async (request) => await deliveries.list(request.actor, request.params.id, request.query),
  )
  app.post(
    '/notification-connectors/:id/deliveries/:did/redeliver',
    {
      config: { permission: 'connectors:write', scope: 'organization' },
      schema: {
        operationId: 'redeliverToConnector',
        tags,
        summary: 'Redeliver a notification',
        description:
          'Sends a notification again with the same ID, after everything that is already waiting for the channel. Test messages can’t be sent again.',
        params: DeliveryPath,
        response: { 202: Delivery, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await deliveries.redeliver(request.actor, request.params)),
  )
  app.post(
    '/notification-connectors/:id/test',
    {
      config: { permission: 'connectors:write', scope: 'organization' },
      schema: {
        operationId: 'testConnector',
        tags,
        summary: 'Test a notification channel',
        description:
          'Sends a message that is marked as a test and returns the result within ten seconds. The delivery log lists it as `test`.',
        params: ConnectorParams,
        response: { 200: ConnectorTest },
      },
    },
    async (request) => await deliveries.test(request.actor, request.params.id),
  )
  app.post(
    '/notification-connectors/:id/preview',
    {
      config: { permission: 'connectors:read', scope: 'organization' },
      schema: {
        operationId: 'previewConnector',
        tags,
        summary: 'Preview a notification',
        description:
          'Returns the request that Longshore would send to this channel for a made-up event, with secrets masked. Nothing is sent.',
        params: ConnectorParams,
        body: PreviewBody,
        response: { 200: SentRequest },
      },
    },
    async (request) => await deliveries.preview(request.actor, request.params.id, request.body.event),
  )
}
