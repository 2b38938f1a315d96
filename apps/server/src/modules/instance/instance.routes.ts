import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Instance } from './instance.schemas.ts'
import type { InstanceService } from './instance.service.ts'

const tags = ['instance']

export function registerInstanceRoutes(app: HttpServer, instance: InstanceService): void {
  app.get(
    '/instance',
    {
      config: { permission: 'organizations:read', scope: 'instance' },
      schema: {
        operationId: 'getInstance',
        tags,
        summary: 'Get the instance',
        description:
          'Returns the version of the instance. Operators also see its own backups and whether the recovery kit was exported. No API call returns the kit itself: a command on the machine prints it.',
        response: { 200: Instance },
      },
    },
    async (request) => await instance.read(request.actor),
  )
  app.post(
    '/instance/restore/confirm',
    {
      config: { permission: 'backups:restore', scope: 'instance' },
      schema: {
        operationId: 'confirmInstanceRestore',
        tags,
        summary: 'Resume managing servers after a restore',
        description:
          'After a restore, the instance changes nothing on servers until an operator calls this. From then on, Longshore removes containers that the restored database does not know, and starts the ones it knows. Only operators can call this.',
        response: { 200: Instance, ...problems(409) },
      },
    },
    async (request) => await instance.confirmRestore(request.actor),
  )
}
