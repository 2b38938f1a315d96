import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { pageOf } from '../../../platform/pagination/page.schemas.ts'
import { Move, MovePath, MovesPath, MovesQuery } from './moves.schemas.ts'
import type { MovesService } from './moves.service.ts'

const tags = ['environments']

export function registerMoveRoutes(app: HttpServer, moves: MovesService): void {
  app.get(
    '/environments/:id/moves',
    {
      config: { permission: 'environments:read', scope: 'environment:id' },
      schema: {
        operationId: 'listMoves',
        tags,
        summary: 'List moves',
        description: 'Returns the moves of an environment and its data between servers, newest first.',
        params: MovesPath,
        querystring: MovesQuery,
        response: { 200: pageOf(Move) },
      },
    },
    (request) => moves.list(request.actor, request.params.id, request.query),
  )
  app.post(
    '/environments/:id/moves/:did/confirm',
    {
      config: { permission: 'environments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'confirmMove',
        tags,
        summary: 'Delete the old data of a move',
        description:
          'Deletes the data that the previous server keeps for three days after a move. Call it once you have checked that everything works on the new server. You cannot undo this, and API tokens can’t do it.',
        params: MovePath,
        response: { 202: Move, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await moves.confirm(request.actor, request.params)),
  )
}
