/** `/api/openapi.json` and Swagger UI at `/api/docs`; both off in production unless switched on. */
import swaggerUi from '@fastify/swagger-ui'
import type { HttpServer } from './server.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  // Swagger UI sets style attributes from script.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "frame-ancestors 'none'",
].join('; ')

export async function registerDocsPage(app: HttpServer): Promise<void> {
  app.get('/api/openapi.json', { config: { permission: 'public' } }, async () => app.openApi())
  // The page asks for the document under this name; typed as text because its types know another generator.
  const pageAsksFor: string = 'swagger'
  app.decorate(pageAsksFor, () => app.openApi())
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public' }
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      uiConfig: {
        docExpansion: 'list',
        deepLinking: true,
        tryItOutEnabled: true,
        persistAuthorization: false,
        displayRequestDuration: true,
        filter: true,
      },
      theme: { title: 'Longshore API' },
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', contentSecurityPolicy)
    })
  })
}
