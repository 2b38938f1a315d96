import type { HttpServer } from '../../platform/http/server.ts'
import { registerPreviewRoutes } from './previews.routes.ts'
import { createPreviewsService, type PreviewsOptions } from './previews.service.ts'

export { noteDeploymentEnd, notePullRequest } from './note-pull-request.action.ts'
export { previewVariableValue } from './preview-variable-values.crypto.ts'
export { previewProblems } from './previews.problems.ts'

export function createPreviewsModule(options: PreviewsOptions): { register(app: HttpServer): void } {
  const previews = createPreviewsService(options)
  return { register: (app) => registerPreviewRoutes(app, previews) }
}
