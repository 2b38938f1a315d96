import type { HttpServer } from '../../../platform/http/server.ts'
import { JobList, JobsPath, JobsQuery } from './jobs.schemas.ts'
import type { JobsService } from './jobs.service.ts'

export function registerJobRoutes(app: HttpServer, jobs: JobsService): void {
  app.get(
    '/environments/:id/jobs',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
      schema: {
        operationId: 'listJobs',
        tags: ['deployments'],
        summary: 'List cron jobs',
        description:
          'Returns the latest runs of the environment’s cron services, newest first. Failed jobs include the exit code and the last lines of output.',
        params: JobsPath,
        querystring: JobsQuery,
        response: { 200: JobList },
      },
    },
    async (request) => await jobs.list(request.actor, request.params.id, request.query),
  )
}
