import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followStream } from '../../platform/http/sse/follow-stream.ts'
import { parseLastEventId } from '../../platform/http/sse/sse-frame.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import {
  Analysis,
  AnalysisStatusEvent,
  AnalysisStreamQuery,
  AnalyzedRepository,
  AnalyzeRepoQuery,
  RetryAnalysisBody,
} from './analyses.schemas.ts'
import type { AnalysesService } from './analyses.service.ts'
import { ProjectParams } from './projects.schemas.ts'

const tags = ['projects']

export function registerAnalysisRoutes(
  app: HttpServer,
  { analyses, streams }: { analyses: AnalysesService; streams: StreamServer },
): void {
  app.get(
    '/projects/analyze-repo',
    {
      config: { permission: 'projects:read', scope: 'organization' },
      schema: {
        operationId: 'analyzeRepository',
        tags,
        summary: 'Analyze a repository',
        description:
          'Reads a repository and returns the report that a project would get, within 30 seconds. Nothing is stored, so you can try it before you create a project.',
        querystring: AnalyzeRepoQuery,
        response: { 200: AnalyzedRepository, ...problems(404, 409, 502, 504) },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new Error('the client has left')))
      return await analyses.analyzeRepo(request.actor, request.query, gone.signal)
    },
  )
  app.post(
    '/projects/:id/retry-analysis',
    {
      config: {
        permission: 'projects:write',
        scope: 'project:id',
        idempotent: true,
        location: '/api/v1/projects/{projectId}/analysis-status',
      },
      schema: {
        operationId: 'retryAnalysis',
        tags,
        summary: 'Analyze a project again',
        description:
          'Reads the source of the project again, for example after you pushed a fix. Name another branch to switch to it. Responds with 409 while an analysis is running.',
        params: ProjectParams,
        body: RetryAnalysisBody,
        response: { 202: Analysis, ...problems(409) },
      },
    },
    async (request, reply) => {
      const analysis = await analyses.retry(request.actor, request.params.id, request.body)
      const path = `/api/v1/projects/${encodeId('prj', analysis.projectId)}/analysis-status`
      return reply.code(202).header('location', path).send(analysis)
    },
  )
  registerStream(app, analyses, streams)
}

function registerStream(app: HttpServer, analyses: AnalysesService, streams: StreamServer): void {
  app.get(
    '/projects/:id/analysis-status',
    {
      config: { permission: 'projects:read', scope: 'project:id', stream: true },
      schema: {
        operationId: 'streamAnalysis',
        tags,
        summary: 'Follow the newest analysis of a project',
        description:
          'Sends Server-Sent Events until the analysis has ended: `status` with the complete analysis whenever it changes, and finally `end`. If it has already ended, you get the final state. Event IDs keep growing over all analyses of a project, so you can always resume with `Last-Event-ID`.',
        params: ProjectParams,
        querystring: AnalysisStreamQuery,
        response: { 200: eventStreamOf({ status: AnalysisStatusEvent }) },
      },
    },
    async (request, reply) => {
      const newest = await analyses.newest(request.actor, request.params.id)
      const lastEventId = request.headers['last-event-id']?.toString() ?? request.query.lastEventId
      await followStream(request, reply, streams, {
        of: 'runs',
        stream: { key: newest.id, organizationId: request.actor.organizationId },
        after: Math.max(parseLastEventId(lastEventId) ?? 0, newest.eventsBefore),
      })
    },
  )
}
