import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import { AutoDeploy, AutoDeployBody, DeliveriesQuery, DeliveryPath, WebhookDelivery } from './auto-deploy.schemas.ts'
import type { AutoDeployService } from './auto-deploy.service.ts'
import type { DeliveriesService } from './deliveries.service.ts'

const tags = ['auto-deploy']

export function registerAutoDeployRoutes(app: HttpServer, autoDeploy: AutoDeployService): void {
  app.get(
    '/environments/:id/auto-deploy',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getAutoDeploy',
        tags,
        summary: 'Get auto-deploy settings',
        description:
          'Returns whether pushes deploy the environment, and whether its webhook works. Longshore checks the webhook every ten minutes and adds it again if it’s gone.',
        params: EnvironmentParams,
        response: { 200: AutoDeploy },
      },
    },
    async (request, reply) => {
      const state = await autoDeploy.get(request.actor, request.params.id)
      reply.header('etag', etagOf(state.version))
      return state
    },
  )
  app.patch(
    '/environments/:id/auto-deploy',
    {
      config: { permission: 'environments:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'setAutoDeploy',
        tags,
        summary: 'Change auto-deploy settings',
        description:
          'Turns deployment on push on or off, and adds or removes the webhook at the Git provider. If the Git provider connection isn’t allowed to do that, or there is none, paste `webhook.url` and `webhook.secret` there yourself. The project needs a repository.',
        params: EnvironmentParams,
        body: AutoDeployBody,
        response: { 200: AutoDeploy, ...problems(409) },
      },
    },
    async (request, reply) => {
      const state = await autoDeploy.set(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(state.version))
      return state
    },
  )
}

export function registerDeliveryRoutes(app: HttpServer, deliveries: DeliveriesService): void {
  app.get(
    '/environments/:id/webhook-deliveries',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List webhook deliveries',
        description:
          'Returns the repository events of the last seven days, newest first, and what Longshore did with each. Use it to find out why a push wasn’t deployed.',
        params: EnvironmentParams,
        querystring: DeliveriesQuery,
        response: { 200: pageOf(WebhookDelivery) },
      },
    },
    async (request) => await deliveries.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/webhook-deliveries/:did',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getWebhookDelivery',
        tags,
        summary: 'Get a webhook delivery',
        description: 'Returns one repository event and what Longshore did with it.',
        params: DeliveryPath,
        response: { 200: WebhookDelivery },
      },
    },
    async (request) => await deliveries.get(request.actor, request.params),
  )
  app.post(
    '/environments/:id/webhook-deliveries/:did/redeliver',
    {
      config: { permission: 'deployments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'redeliverWebhook',
        tags,
        summary: 'Redeliver a webhook',
        description:
          'Processes a past delivery again, as if the Git provider had just sent it. A commit that’s already live, or isn’t the newest, isn’t deployed. Responds with 409 if auto-deploy is off, or if the delivery hasn’t been processed yet.',
        params: DeliveryPath,
        response: { 202: WebhookDelivery, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await deliveries.redeliver(request.actor, request.params)),
  )
}
