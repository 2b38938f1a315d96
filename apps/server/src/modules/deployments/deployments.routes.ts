import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import {
  Deployment,
  DeploymentPath,
  DeploymentStep,
  DeploymentsQuery,
  NewDeploymentBody,
} from './deployments.schemas.ts'
import type { DeploymentsService } from './deployments.service.ts'
import { PromoteBody } from './live-view.schemas.ts'

const tags = ['deployments']

export function registerDeploymentRoutes(app: HttpServer, deployments: DeploymentsService): void {
  app.post(
    '/environments/:id/deployments',
    {
      config: { permission: 'deployments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'createDeployment',
        tags,
        summary: 'Deploy an environment',
        description:
          'Of the tip of its branch, a commit, or images by digest that were built elsewhere. One runs at a time for each environment; of those that wait, the newest wins.',
        params: EnvironmentParams,
        body: NewDeploymentBody,
        response: { 202: Deployment, ...problems(409) },
      },
    },
    async (request, reply) => accepted(reply, await deployments.create(request.actor, request.params.id, request.body)),
  )
  app.get(
    '/environments/:id/deployments',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
      schema: {
        operationId: 'listDeployments',
        tags,
        summary: 'Deployments of an environment',
        params: EnvironmentParams,
        querystring: DeploymentsQuery,
        response: { 200: pageOf(Deployment) },
      },
    },
    async (request) => await deployments.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/deployments/:did',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
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
      config: { permission: 'deployments:read', scope: 'environment:id' },
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
  registerRerun(app, deployments)
}

function registerRerun(app: HttpServer, deployments: DeploymentsService): void {
  const config = { permission: 'deployments:write', scope: 'environment:id', idempotent: true } as const
  const response = { 202: Deployment, ...problems(409) }
  app.post(
    '/environments/:id/deployments/:did/cancel',
    {
      config: { permission: 'deployments:write', scope: 'environment:id' },
      schema: {
        operationId: 'cancelDeployment',
        tags,
        summary: 'Cancel a deployment',
        description:
          'Ends exactly this build or these containers and undoes what was done; the next one that waits begins. Again is no change. 409 once the traffic is being switched.',
        params: DeploymentPath,
        response,
      },
    },
    async (request, reply) => accepted(reply, await deployments.cancel(request.actor, request.params)),
  )
  app.post(
    '/environments/:id/deployments/:did/rollback',
    {
      config,
      schema: {
        operationId: 'rollBackDeployment',
        tags,
        summary: 'Roll back to a deployment',
        description:
          'Runs its frozen release again, images, settings and variables as they were, without a build. `warnings` says what it does not take back.',
        params: DeploymentPath,
        response,
      },
    },
    async (request, reply) => accepted(reply, await deployments.rollBack(request.actor, request.params)),
  )
  app.post(
    '/environments/:id/deployments/:did/redeploy',
    {
      config,
      schema: {
        operationId: 'redeployDeployment',
        tags,
        summary: 'Deploy the same source again',
        description: 'The same commit or images, with the services and variables of now.',
        params: DeploymentPath,
        response,
      },
    },
    async (request, reply) => accepted(reply, await deployments.redeploy(request.actor, request.params)),
  )
  app.post(
    '/environments/:id/promote',
    {
      config,
      schema: {
        operationId: 'promoteEnvironment',
        tags,
        summary: 'Bring the live release of another environment here',
        description:
          'The same images, with the settings and variables of this environment. Both belong to one project.',
        params: EnvironmentParams,
        body: PromoteBody,
        response,
      },
    },
    async (request, reply) =>
      accepted(reply, await deployments.promote(request.actor, request.params.id, request.body.fromEnvironmentId)),
  )
}

function accepted(reply: FastifyReply, deployment: Deployment) {
  const environment = encodeId('env', deployment.environmentId)
  const path = `/api/v1/environments/${environment}/deployments/${encodeId('dep', deployment.id)}`
  return reply.code(202).header('location', path).send(deployment)
}
