import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { HealthReport } from '../health/health.schemas.ts'
import { InstanceSystem, TestEmail } from './system.schemas.ts'
import type { SystemService } from './system.service.ts'

const tags = ['instance']
const read = { permission: 'organizations:read', scope: 'instance' } as const

export function registerSystemRoutes(app: HttpServer, system: SystemService): void {
  app.get(
    '/instance/health-checks',
    {
      config: read,
      schema: {
        operationId: 'checkInstanceHealth',
        tags,
        summary: 'Check the health of the instance',
        description:
          'Runs the checks of the doctor command in the worker and returns each result with its remedy. The checks change nothing and end within a minute. Requests within five seconds get the same report. Only operators can call this.',
        response: { 200: HealthReport, ...problems(503, 504) },
      },
    },
    async (request) => await system.checkHealth(request.actor),
  )
  app.get(
    '/instance/system',
    {
      config: read,
      schema: {
        operationId: 'getInstanceSystem',
        tags,
        summary: 'Get version, email, URLs, and storage',
        description:
          'Returns how the instance is set up and how much space it uses. The response contains no secrets. Only operators can call this.',
        response: { 200: InstanceSystem, ...problems(503, 504) },
      },
    },
    async (request) => await system.read(request.actor),
  )
  app.post(
    '/instance/test-email',
    {
      config: { permission: 'organizations:write', scope: 'instance' },
      schema: {
        operationId: 'sendInstanceTestEmail',
        tags,
        summary: 'Send a test email',
        description:
          'Sends an email to the address of your account and waits until the mail server accepts it. You can send ten per hour. Only operators can call this.',
        response: { 200: TestEmail, ...problems(409, 502, 503, 504) },
      },
    },
    async (request) => await system.sendTestEmail(request.actor),
  )
}
