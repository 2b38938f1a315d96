/** Fastify with the platform's plugins, then the routes of each module. */
import { join } from 'node:path'
import { apiDescription } from './api-description.ts'
import { createDashboard } from './platform/http/dashboard/dashboard.ts'
import { readBuiltFiles } from './platform/http/dashboard/read-files.ts'
import { registerDocsPage } from './platform/http/docs-page.ts'
import { registerDocumentation } from './platform/http/documentation.ts'
import { registerDrain } from './platform/http/drain.ts'
import { registerHealth } from './platform/http/health.ts'
import { registerProblemPages } from './platform/http/problem-pages.ts'
import { registerSecurityContact } from './platform/http/security-contact.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { trustedProxies } from './platform/http/trusted-proxies.ts'
import { createLog } from './platform/log/log.ts'
import type { ApiContext } from './wiring/api.ts'
import { failures } from './wiring/failures.ts'

const builtDashboard = join(import.meta.dirname, '../../dashboard/dist')
const builtDocs = join(import.meta.dirname, '../../../dist/docs')

export async function createApi(context: ApiContext): Promise<HttpServer> {
  const { settings } = context
  const dashboard = createDashboard(await readBuiltFiles(settings.DASHBOARD_DIRECTORY ?? builtDashboard))
  const app = createHttpServer({
    log: context.log,
    accessLog: createLog({ level: settings.LOG_LEVEL, process: 'api', plain: true }),
    authenticator: context.accounts.authenticator,
    findProjectOf: context.findProjectOf,
    description: apiDescription,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    corsOrigins: settings.CORS_ORIGINS,
    https: settings.PUBLIC_URL.startsWith('https:'),
    requestsPerMinute: settings.API_REQUESTS_PER_MINUTE,
    dashboard,
    observe: context.metrics.observeRequest,
  })
  registerDrain(app, context.readiness)
  registerHealth(app, context.healthChecks, context.readiness)
  registerSecurityContact(app, { contacts: settings.SECURITY_CONTACT, publicUrl: settings.PUBLIC_URL })
  registerProblemPages(app, failures, dashboard)
  dashboard.registerFiles(app)
  await registerDocumentation(app, settings.DOCS_DIRECTORY ?? builtDocs)
  await app.register(
    async (scope: HttpServer) => {
      for (const module of context.modules) module.register(scope)
    },
    { prefix: '/api/v1' },
  )
  if (settings.API_DOCS !== 'off') await registerDocsPage(app, { access: settings.API_DOCS, dashboard })
  return app
}
