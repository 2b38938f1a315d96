import type { HttpServer } from '../../platform/http/server.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import { ServerParams } from '../servers/servers.schemas.ts'
import { EnvironmentMetrics, EnvironmentMetricsQuery, MetricsQuery, ServerMetrics } from './metrics.schemas.ts'
import type { MetricsService } from './metrics.service.ts'

export function registerMetricRoutes(app: HttpServer, metrics: MetricsService): void {
  app.get(
    '/servers/:id/metrics',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'readServerMetrics',
        tags: ['servers'],
        summary: 'What a server uses',
        description:
          'Processors, memory, disk, network and load over time. Kept as measured for two days, in steps of five minutes for two weeks and of an hour for a year.',
        params: ServerParams,
        querystring: MetricsQuery,
        response: { 200: ServerMetrics },
      },
    },
    async (request) => await metrics.ofServer(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/metrics',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'readEnvironmentMetrics',
        tags: ['environments'],
        summary: 'What the services of an environment use',
        description:
          'Processors, memory, network, disk, processes and restarts over time, one set of lines for each service. A service goes on through its deployments; services without a value in the range are left out.',
        params: EnvironmentParams,
        querystring: EnvironmentMetricsQuery,
        response: { 200: EnvironmentMetrics },
      },
    },
    async (request) => await metrics.ofEnvironment(request.actor, request.params.id, request.query),
  )
}
