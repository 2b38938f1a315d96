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
    '/projects/:id/previews',
    {
      config: { permission: 'environments:read', scope: 'project:id' },
      schema: {
        operationId: 'getPreviewSettings',
        tags,
        summary: 'How pull requests of a project are shown',
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
    '/projects/:id/previews',
    {
      config: { permission: 'environments:write', scope: 'project:id', versioned: true },
      schema: {
        operationId: 'updatePreviewSettings',
        tags,
        summary: 'Say how pull requests of a project are shown',
        description:
          'A pull request from a branch of the linked repository gets an environment of its own, copied from the template, with empty databases, and goes with it. One from a fork gets nothing.',
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
    '/projects/:id/previews/list',
    {
      config: { permission: 'environments:read', scope: 'project:id' },
      schema: {
        operationId: 'listPreviews',
        tags,
        summary: 'Previews of a project',
        description: 'Also those that were refused and, for a month, those that are over.',
        params: ProjectParams,
        querystring: PageQuery,
        response: { 200: pageOf(Preview) },
      },
    },
    async (request) => await previews.list(request.actor, request.params.id, request.query),
  )
}
