/**
 * Serves `/api/openapi.json` and Swagger UI at `/api/docs`, for authenticated users or for everyone. Register it after
 * all routes.
 */
import swaggerUi from '@fastify/swagger-ui'
import { AppError } from '../errors/app-error.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { HttpServer } from './server.ts'

const page = '/api/docs'
const signIn = `/sign-in?next=${encodeURIComponent(`${page}/`)}`
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  // Swagger UI sets style attributes from scripts.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "frame-ancestors 'none'",
].join('; ')

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32" role="img" aria-label="Longshore"><text x="0" y="23" font-family="system-ui, sans-serif" font-size="22" font-weight="700" fill="#fff">Longshore</text></svg>`

export interface DocsPageOptions {
  readonly access: 'signed-in' | 'public'
  readonly dashboard: Pick<Dashboard, 'isPageRequest'>
}

export async function registerDocsPage(app: HttpServer, { access, dashboard }: DocsPageOptions): Promise<void> {
  await app.register(provideDocument)
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: access }
    })
    scope.setErrorHandler((error, request, reply) => {
      const isSignedOut = error instanceof AppError && error.problem.status === 401
      // The shared error handler handles everything else.
      if (!isSignedOut || !dashboard.isPageRequest(request)) throw error
      return reply.redirect(signIn)
    })
    scope.get('/api/openapi.json', async () => app.openApi())
    await scope.register(registerPage)
  })
}

/**
 * Swagger UI asks a plugin of this name for the document. That plugin keeps a copy from the start on; this one builds the document when
 * someone opens the page, because most API processes never need it.
 */
const provideDocument = Object.assign(
  async (app: HttpServer) => {
    app.decorate('swagger' as never, (() => app.openApi()) as never)
  },
  { [Symbol.for('skip-override')]: true, [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' } },
)

async function registerPage(scope: HttpServer): Promise<void> {
  await scope.register(swaggerUi, {
    routePrefix: page,
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
    logo: { type: 'image/svg+xml', content: Buffer.from(wordmark), href: page, target: '_self' },
  })
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy)
    // The plugin's files would be public. Only the browser's cache may keep them.
    if (reply.getHeader('cache-control') !== 'no-store') reply.header('cache-control', 'private, no-cache')
  })
}
