import type { HttpServer } from '../../platform/http/server.ts'
import { registerTrashRoutes } from './trash.routes.ts'
import { createTrashService, type TrashOptions } from './trash.service.ts'

export {
  completeTrashItem,
  type DeletedBy,
  deletedBy,
  keepInTrash,
  putBackInTrash,
} from './keep-in-trash.action.ts'
export { forgetTrashItem } from './purge-item.action.ts'
export { restoreRows } from './restore-rows.action.ts'
export { publishTrashUpdated } from './trash.events.ts'
export { subjectOf } from './trash.mapper.ts'
export { trashProblems } from './trash.problems.ts'
export {
  adoptTrashOfProject,
  deleteTrashItem as dropTrashItem,
  findTrashItem,
  findTrashItemOf,
  isNeededInTrash,
  listAllTrash,
  listTrashedEnvironments,
  listTrashItemsWithin,
  readTrashSettings,
  type TrashRow,
  updateTrashItem,
} from './trash.repository.ts'
export type { TrashHandler, TrashHandlers } from './trash-handlers.query.ts'
export type { TrashKind } from './trash-kinds.schemas.ts'

export function createTrashModule(options: TrashOptions): { register(app: HttpServer): void } {
  const trash = createTrashService(options)
  return { register: (app) => registerTrashRoutes(app, trash) }
}
