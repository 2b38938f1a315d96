import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { ProjectParams } from '../projects/projects.schemas.ts'
import { Preview, PreviewSettings, UpdatePreviewSettingsBody } from './previews.schemas.ts'
import type { PreviewsService } from './previews.service.ts'

const tags = ['previews']

export function registerPreviewRoutes(app: HttpServer, previews: PreviewsService): void {
  app.get(
    '/projects/:id/preview-settings',
    {
      config: { permission: 'environments:read', scope: 'project:id' },
      schema: {
        operationId: 'getPreviewSettings',
        tags,
        summary: 'Get preview settings',
        description:
          'Returns whether and how pull requests of the project get a preview, and how many previews exist now.',
        params: ProjectParams,
        response: { 200: PreviewSettings },
      },
    },
    async (request, reply) => {
      const settings = await previews.settings(request.actor, request.params.id)
      reply.header('etag', etagOf(settings.version))
      return settings
    },
  )
  app.patch(
    '/projects/:id/preview-settings',
    {
      config: { permission: 'environments:write', scope: 'project:id', versioned: true },
      schema: {
        operationId: 'updatePreviewSettings',
        tags,
        summary: 'Update preview settings',
        description:
          'Turns previews on or off and sets their limits. Each pull request from a branch of the repository gets its own environment, copied from the template, with empty databases. It is removed when the pull request closes. Pull requests from forks get none.',
        params: ProjectParams,
        body: UpdatePreviewSettingsBody,
        response: { 200: PreviewSettings, ...problems(409) },
      },
    },
    async (request, reply) => {
      const settings = await previews.update(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(settings.version))
      return settings
    },
  )
  app.get(
    '/projects/:id/previews',
    {
      config: { permission: 'environments:read', scope: 'project:id' },
      schema: {
        operationId: 'listPreviews',
        tags,
        summary: 'List previews',
        description:
          'Returns the previews of a project, including refused ones, and closed or expired ones for a month, newest first.',
        params: ProjectParams,
        querystring: PageQuery,
        response: { 200: pageOf(Preview) },
      },
    },
    async (request) => await previews.list(request.actor, request.params.id, request.query),
  )
}
