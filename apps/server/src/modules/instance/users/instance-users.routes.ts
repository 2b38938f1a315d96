import type { HttpServer } from '../../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../../platform/pagination/page.schemas.ts'
import { InstanceUser } from './instance-users.schemas.ts'
import type { InstanceUsersService } from './instance-users.service.ts'

export function registerInstanceUserRoutes(app: HttpServer, users: InstanceUsersService): void {
  app.get(
    '/instance/users',
    {
      config: { permission: 'organizations:read', scope: 'instance' },
      schema: {
        operationId: 'listInstanceUsers',
        tags: ['instance'],
        summary: 'List user accounts',
        description:
          'Returns all user accounts of the instance with their organizations, newest first. Only operators can call this.',
        querystring: PageQuery,
        response: { 200: pageOf(InstanceUser) },
      },
    },
    async (request) => await users.list(request.actor, request.query),
  )
}
