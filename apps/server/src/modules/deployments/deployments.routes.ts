import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  Deployment,
  DeploymentPath,
  DeploymentStep,
  DeploymentsQuery,
  EnvironmentPath,
  NewDeploymentBody,
} from './deployments.schemas.ts'
import type { DeploymentsService } from './deployments.service.ts'

const tags = ['deployments']

export function registerDeploymentRoutes(app: HttpServer, deployments: DeploymentsService): void {
  app.post(
    '/environments/:id/deployments',
    {
      config: { permission: 'deployments:write', idempotent: true },
      schema: {
        operationId: 'createDeployment',
        tags,
        summary: 'Deploy an environment',
        description:
          'Of the tip of its branch, a commit, or images by digest that were built elsewhere. One runs at a time for each environment; of those that wait, the newest wins.',
        params: EnvironmentPath,
        body: NewDeploymentBody,
        response: { 202: Deployment, ...problems(409) },
      },
    },
    async (request, reply) => accepted(reply, await deployments.create(request.actor, request.params.id, request.body)),
  )
  app.get(
    '/environments/:id/deployments',
    {
      config: { permission: 'deployments:read' },
      schema: {
        operationId: 'listDeployments',
        tags,
        summary: 'Deployments of an environment',
        params: EnvironmentPath,
        querystring: DeploymentsQuery,
        response: { 200: pageOf(Deployment) },
      },
    },
    async (request) => await deployments.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/deployments/:did',
    {
      config: { permission: 'deployments:read' },
      schema: {
        operationId: 'getDeployment',
        tags,
        summary: 'One deployment',
        params: DeploymentPath,
        response: { 200: Deployment },
      },
    },
    async (request) => await deployments.get(request.actor, request.params),
  )
  app.get(
    '/environments/:id/deployments/:did/steps',
    {
      config: { permission: 'deployments:read' },
      schema: {
        operationId: 'listDeploymentSteps',
        tags,
        summary: 'Steps of a deployment',
        description: 'In their order, with how long each took and takes as a rule.',
        params: DeploymentPath,
        response: { 200: z.object({ items: z.array(DeploymentStep) }) },
      },
    },
    async (request) => ({ items: await deployments.steps(request.actor, request.params) }),
  )
}

export function accepted(reply: FastifyReply, deployment: Deployment) {
  const environment = encodeId('env', deployment.environmentId)
  const path = `/api/v1/environments/${environment}/deployments/${encodeId('dep', deployment.id)}`
  return reply.code(202).header('location', path).send(deployment)
}
