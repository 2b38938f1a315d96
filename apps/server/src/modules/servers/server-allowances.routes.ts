import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { ReplaceServerAllowancesBody, ServerAllowances } from './server-allowances.schemas.ts'
import type { ServerAllowancesService } from './server-allowances.service.ts'
import { ServerParams } from './servers.schemas.ts'

const tags = ['servers']

export function registerServerAllowanceRoutes(app: HttpServer, allowances: ServerAllowancesService): void {
  app.get(
    '/servers/:id/allowances',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'getServerAllowances',
        tags,
        summary: 'Get what a server allows its containers to use',
        description:
          'Returns the paths, capabilities, and devices of the server that containers on it can use. By default, they can use none. `version` is the version of the server.',
        params: ServerParams,
        response: { 200: ServerAllowances },
      },
    },
    async (request, reply) => {
      const found = await allowances.get(request.actor, request.params.id)
      reply.header('etag', etagOf(found.version))
      return found
    },
  )
  app.put(
    '/servers/:id/allowances',
    {
      config: { permission: 'servers:write', scope: 'organization', versioned: true },
      schema: {
        operationId: 'replaceServerAllowances',
        tags,
        summary: 'Replace what a server allows its containers to use',
        description:
          'Replaces the list. Everyone who can deploy to the server can then use these parts of it. Only operators of the instance who signed in recently can call this, and never with an API token. Longshore refuses it for the machine of the control plane, and for machines that several organizations use. What you remove applies to new containers; deploy again to replace running ones. Docker no longer restarts those after the next check of the server. A new host or new host keys of the server remove all allowances.',
        params: ServerParams,
        body: ReplaceServerAllowancesBody,
        response: { 200: ServerAllowances, ...problems(401, 409) },
      },
    },
    async (request, reply) => {
      const replaced = await allowances.replace(request.actor, request.params.id, request.body)
      reply.header('etag', etagOf(replaced.version))
      return replaced
    },
  )
}
