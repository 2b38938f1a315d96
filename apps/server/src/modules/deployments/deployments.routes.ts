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
          'Deploys the newest commit of the branch, a commit of your choice, or images that you built elsewhere. One deployment runs at a time in each environment, and a newer one replaces those still in the queue. The live version keeps running until the new one is healthy. Follow the progress with `GET /environments/{id}/deployments/{did}/status`.',
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
        summary: 'List deployments',
        description: 'Returns the environment’s deployments, newest first. Filter them by status or branch.',
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
        summary: 'Get a deployment',
        description:
          'Returns the current state of a deployment. To follow it live, use `GET /environments/{id}/deployments/{did}/status`.',
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
        summary: 'List the steps of a deployment',
        description: 'Returns all steps in order, including those to come, with how long each took and usually takes.',
        params: DeploymentPath,
        response: { 200: z.object({ items: z.array(DeploymentStep).describe('Steps in the order they run.') }) },
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
          'Stops the build or the new containers and undoes what the deployment did so far. The live version keeps running, and the next deployment in the queue starts. Repeating the call has no effect. Responds with 409 once traffic is being switched.',
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
          'Starts a new deployment with the images, settings, and variables that this one had, without a build. Databases and volumes keep their data; `warnings` lists what isn’t restored. Responds with 409 if `canRollBackTo` is false.',
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
        summary: 'Redeploy',
        description:
          'Starts a new deployment of the same commit or images, with the current services and variables. Use it after you changed a variable, or to retry a failed deployment.',
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
        summary: 'Promote a release from another environment',
        description:
          'Deploys the images that are live in another environment of the same project, with this environment’s settings and variables. Nothing is built, so what you tested is what goes live. `warnings` lists variables that are missing here.',
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
