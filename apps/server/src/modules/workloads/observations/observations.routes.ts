import type { HttpServer } from '../../../platform/http/server.ts'
import { EnvironmentParams } from '../../environments/environments.schemas.ts'
import { InstanceList, VolumeList } from './observations.schemas.ts'
import type { ObservationsService } from './observations.service.ts'

const config = { permission: 'environments:read', scope: 'environment:id' } as const
const tags = ['environments']

export function registerObservationRoutes(app: HttpServer, observations: ObservationsService): void {
  app.get(
    '/environments/:id/instances',
    {
      config,
      schema: {
        operationId: 'listInstances',
        tags,
        summary: 'List instances',
        description:
          'Returns the containers of an environment’s services with their states, start times, and restarts, as Longshore last saw them on the server. It reads them about twice a minute, and soon after a container ends.',
        params: EnvironmentParams,
        response: { 200: InstanceList },
      },
    },
    async (request) => await observations.instances(request.actor, request.params.id),
  )
  app.get(
    '/environments/:id/volumes',
    {
      config,
      schema: {
        operationId: 'listVolumes',
        tags,
        summary: 'List volumes',
        description:
          'Returns the volumes of an environment’s services and databases with their sizes. Longshore measures them about once an hour.',
        params: EnvironmentParams,
        response: { 200: VolumeList },
      },
    },
    async (request) => await observations.volumes(request.actor, request.params.id),
  )
}
