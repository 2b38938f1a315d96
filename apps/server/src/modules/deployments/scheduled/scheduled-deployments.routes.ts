import { z } from 'zod'
import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { EnvironmentParams } from '../../environments/environments.schemas.ts'
import {
  NewScheduledDeploymentBody,
  ScheduledDeployment,
  ScheduledDeploymentPath,
  ScheduledDeployments,
} from './scheduled-deployments.schemas.ts'
import type { ScheduledDeploymentsService } from './scheduled-deployments.service.ts'

const tags = ['deployments']
const read = { permission: 'deployments:read', scope: 'environment:id' } as const
const write = { permission: 'deployments:write', scope: 'environment:id' } as const

export function registerScheduledDeploymentRoutes(app: HttpServer, scheduled: ScheduledDeploymentsService): void {
  app.post(
    '/environments/:id/scheduled-deployments',
    {
      config: { ...write, idempotent: true },
      schema: {
        operationId: 'scheduleDeployment',
        tags,
        summary: 'Schedule a deployment',
        description:
          'Deploys the environment at a time of your choice, from 1 minute to 30 days ahead. At that time, Longshore checks that you can still deploy and starts the deployment once. Otherwise, it drops it with an audit entry and a notification. After an outage, a deployment starts up to one hour late. An environment can have 10 scheduled deployments; one more responds with 409.',
        params: EnvironmentParams,
        body: NewScheduledDeploymentBody,
        response: { 201: ScheduledDeployment, ...problems(409) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await scheduled.create(request.actor, request.params.id, request.body)),
  )
  app.get(
    '/environments/:id/scheduled-deployments',
    {
      config: read,
      schema: {
        operationId: 'listScheduledDeployments',
        tags,
        summary: 'List scheduled deployments',
        description: 'Returns the scheduled deployments that wait for their time, soonest first. There are at most 10.',
        params: EnvironmentParams,
        response: { 200: ScheduledDeployments },
      },
    },
    async (request) => await scheduled.list(request.actor, request.params.id),
  )
  app.get(
    '/environments/:id/scheduled-deployments/:sid',
    {
      config: read,
      schema: {
        operationId: 'getScheduledDeployment',
        tags,
        summary: 'Get a scheduled deployment',
        description:
          'Returns a scheduled deployment and what became of it: the deployment that it started, or why Longshore dropped it. Longshore keeps it for 90 days after it ended.',
        params: ScheduledDeploymentPath,
        response: { 200: ScheduledDeployment },
      },
    },
    async (request) => await scheduled.get(request.actor, request.params),
  )
  app.delete(
    '/environments/:id/scheduled-deployments/:sid',
    {
      config: write,
      schema: {
        operationId: 'cancelScheduledDeployment',
        tags,
        summary: 'Cancel a scheduled deployment',
        description:
          'Cancels a deployment that hasn’t started yet. Everyone who can deploy can cancel it. Repeating the call has no effect. Responds with 409 once it has started or was dropped.',
        params: ScheduledDeploymentPath,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await scheduled.cancel(request.actor, request.params)
      return reply.code(204).send(null)
    },
  )
}
