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
        summary: 'Log of a deployment',
        description:
          'In chunks, oldest first, with every secret of the environment masked. `after` goes on where the last page ended; `q` and `step` filter.',
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
        summary: 'What differs between two deployments',
        description: 'Commit, images, settings and which variables, never their values.',
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
          'Server-Sent Events: `status` with the whole deployment whenever it changes, `step` when a step begins or ends, `log` with output, then `end`. Whoever comes later gets everything that is kept, and the final state in any case.',
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
