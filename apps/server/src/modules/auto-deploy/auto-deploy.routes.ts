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
        summary: 'What pushes do to an environment, and how its hook at the forge is',
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
        summary: 'Deploy an environment with every push, or not',
        description:
          'Registers the hook at the forge, or removes it. Where the account may not do that, or there is none, `webhook` has the URL and the secret to paste.',
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
        summary: 'What the forge told of the last seven days, and what became of it',
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
        summary: 'One delivery',
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
        summary: 'Decide about a delivery again',
        description:
          'As if the forge had sent it now. What is live already, or is not the newest commit, starts nothing.',
        params: DeliveryPath,
        response: { 202: WebhookDelivery, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await deliveries.redeliver(request.actor, request.params)),
  )
}
