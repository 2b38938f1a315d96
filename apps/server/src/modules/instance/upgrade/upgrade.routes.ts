import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { InstanceUpgrade, UpgradeRun } from './upgrade.schemas.ts'
import type { UpgradeService } from './upgrade.service.ts'

const tags = ['instance']

export function registerUpgradeRoutes(app: HttpServer, upgrade: UpgradeService): void {
  app.get(
    '/instance/upgrade',
    {
      config: { permission: 'organizations:read', scope: 'instance' },
      schema: {
        operationId: 'getInstanceUpgrade',
        tags,
        summary: 'Get the last upgrade and the newest version',
        description:
          'Returns the progress or result of the last upgrade, the newest version, and its changelog. During an upgrade, the API restarts: repeat the request after a failure. Only operators can call this.',
        response: { 200: InstanceUpgrade, ...problems(503, 504) },
      },
    },
    async (request) => await upgrade.read(request.actor),
  )
  app.post(
    '/instance/upgrade',
    {
      config: { permission: 'organizations:write', scope: 'instance' },
      schema: {
        operationId: 'requestInstanceUpgrade',
        tags,
        summary: 'Upgrade the instance',
        description:
          'Asks the machine to upgrade the instance. The machine chooses the newest version, verifies its signature with the key from the installation, backs up, and switches. If the new version is unhealthy, the previous one runs again. Deployments and apps keep running. Only operators who signed in recently can call this.',
        response: { 202: UpgradeRun, ...problems(401, 409, 503, 504) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return await upgrade.request(request.actor)
    },
  )
}
