import { z } from 'zod'
import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followStream, resumePoint } from '../../platform/http/sse/follow-stream.ts'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { Deployment, DeploymentPath, DeploymentStep } from './deployments.schemas.ts'
import { DeploymentDiff, DiffQuery, LogChunk, LogPage, LogQuery, LogsFlag } from './live-view.schemas.ts'
import type { LiveViewService } from './live-view.service.ts'

const tags = ['deployments']
const events = {
  status: Deployment,
  step: DeploymentStep.partial().required({ name: true, status: true }),
  log: LogChunk.omit({ seq: true }),
  end: z.object({}),
}

export function registerLiveViewRoutes(
  app: HttpServer,
  { view, streams }: { view: LiveViewService; streams: StreamServer },
): void {
  app.get(
    '/environments/:id/deployments/:did/logs',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
      schema: {
        operationId: 'readDeploymentLog',
        tags,
        summary: 'Read a deployment log',
        description:
          'Returns the log in chunks, oldest first, with the environment’s secrets masked. Pass `nextAfter` as `after` to get the next page, and use `q` and `step` to filter.',
        params: DeploymentPath,
        querystring: LogQuery,
        response: { 200: LogPage },
      },
    },
    async (request) => await view.logs(request.actor, request.params, request.query),
  )
  app.get(
    '/environments/:id/deployments/:did/diff',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
      schema: {
        operationId: 'diffDeployments',
        tags,
        summary: 'Compare two deployments',
        description:
          'Returns which commit, images, settings, and variables differ. Values of variables are never shown. Responds with 409 if a deployment ended before its images and settings were fixed.',
        params: DeploymentPath,
        querystring: DiffQuery,
        response: { 200: DeploymentDiff, ...problems(409) },
      },
    },
    async (request) => await view.diff(request.actor, request.params, request.query.against),
  )
  registerStream(app, view, streams)
}

function registerStream(app: HttpServer, view: LiveViewService, streams: StreamServer): void {
  app.get(
    '/environments/:id/deployments/:did/status',
    {
      config: { permission: 'deployments:read', scope: 'environment:id', stream: true },
      schema: {
        operationId: 'streamDeployment',
        tags,
        summary: 'Follow a deployment',
        description:
          'Streams Server-Sent Events: `status` with the whole deployment whenever it changes, `step` when a step starts or ends, `log` with output, and `end` when it’s over. If you connect late, you first get everything that’s stored, and always the final state.',
        params: DeploymentPath,
        querystring: StreamQuery.extend({ logs: LogsFlag }),
        response: { 200: eventStreamOf(events) },
      },
    },
    async (request, reply) => {
      await view.require(request.actor, request.params)
      const withoutLogs = request.query.logs === 'false'
      await followStream(request, reply, streams, {
        of: 'runs',
        stream: { key: request.params.did, organizationId: request.actor.organizationId },
        after: resumePoint(request, request.query) ?? 0,
        ...(withoutLogs ? { accepts: ({ kind }) => kind !== 'log' } : {}),
      })
    },
  )
}
