import { problems } from '../../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../../platform/http/server.ts'
import { pageOf } from '../../../../platform/pagination/page.schemas.ts'
import { EnvironmentParams } from '../../../environments/environments.schemas.ts'
import { Drill, DrillBody, DrillsQuery, RecoverySettings, RecoverySettingsBody } from './drills.schemas.ts'
import type { DrillsService } from './drills.service.ts'

const tags = ['environments']

export function registerDrillRoutes(app: HttpServer, drills: DrillsService): void {
  app.get(
    '/environments/:id/drills',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'listDrills',
        tags,
        summary: 'List recovery drills',
        description: 'Returns the recovery drills of an environment with their figures, newest first.',
        params: EnvironmentParams,
        querystring: DrillsQuery,
        response: { 200: pageOf(Drill) },
      },
    },
    (request) => drills.list(request.actor, request.params.id, request.query),
  )
  app.post(
    '/environments/:id/drills',
    {
      config: { permission: 'environments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'startDrill',
        tags,
        summary: 'Run a recovery drill',
        description:
          'Rebuilds the live version from backups in an isolated network, checks that it’s healthy, measures the time, and removes everything again. The environment itself isn’t touched. The containers can’t reach the internet, publish no ports, and run no jobs or release commands.',
        params: EnvironmentParams,
        body: DrillBody,
        response: { 202: Drill, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await drills.start(request.actor, request.params.id, request.body)),
  )
  app.patch(
    '/environments/:id/recovery',
    {
      config: { permission: 'environments:write', scope: 'environment:id' },
      schema: {
        operationId: 'changeRecoverySettings',
        tags,
        summary: 'Change recovery drills and targets',
        description:
          'Turns automatic recovery drills on or off, and sets how long a recovery can take and how much data it can lose before a notice is sent. Fields that you leave out stay as they are.',
        params: EnvironmentParams,
        body: RecoverySettingsBody,
        response: { 200: RecoverySettings },
      },
    },
    (request) => drills.configure(request.actor, request.params.id, request.body),
  )
}
