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
        summary: 'Get server metrics',
        description:
          'Returns CPU, memory, disk, network, and load of a server over time. Measurements are kept in full for two days, in steps of five minutes for two weeks, and in steps of one hour for a year.',
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
        summary: 'Get environment metrics',
        description:
          'Returns CPU, memory, network, disk, processes, and restarts over time for each service. A deployment does not interrupt the metrics of a service. Services without a measurement in the range are left out.',
        params: EnvironmentParams,
        querystring: EnvironmentMetricsQuery,
        response: { 200: EnvironmentMetrics },
      },
    },
    async (request) => await metrics.ofEnvironment(request.actor, request.params.id, request.query),
  )
}
