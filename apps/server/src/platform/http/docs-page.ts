/** To be registered after all routes: `/api/openapi.json` and Swagger UI at `/api/docs`; both off in production unless switched on. */
import swagger from '@fastify/swagger'
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

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32" role="img" aria-label="Longshore"><text x="0" y="23" font-family="system-ui, sans-serif" font-size="22" font-weight="700" fill="#fff">Longshore</text></svg>`

export async function registerDocsPage(app: HttpServer): Promise<void> {
  app.get('/api/openapi.json', { config: { permission: 'public' } }, async () => app.openApi())
  // A copy: the page's plugin may add to it.
  const document = JSON.parse(JSON.stringify(app.openApi()))
  await app.register(swagger, { mode: 'static', specification: { document } })
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
      logo: { type: 'image/svg+xml', content: Buffer.from(wordmark), href: '/api/docs', target: '_self' },
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', contentSecurityPolicy)
    })
  })
}
