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
        summary: 'This instance',
        description:
          'For operators also its own backups, and whether the recovery kit was exported. The kit itself is printed by a command on the machine: no API call returns the keys of the instance.',
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
        summary: 'Let servers follow a restored database again',
        description:
          'After a restore of the control plane nothing on servers is changed by itself. From this call on what the database does not know is removed and what it knows is brought back. For operators.',
        response: { 200: Instance, ...problems(409) },
      },
    },
    async (request) => await instance.confirmRestore(request.actor),
  )
}
