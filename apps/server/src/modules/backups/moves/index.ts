import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { registerMoveRoutes } from './moves.routes.ts'
import { createMovesService } from './moves.service.ts'

export { endMove } from './end-move.action.ts'
export { moveProblems } from './moves.problems.ts'
export { startMove } from './start-move.action.ts'

export function createMovesModule(options: { database: Database }): { register(app: HttpServer): void } {
  const moves = createMovesService(options)
  return { register: (app) => registerMoveRoutes(app, moves) }
}
