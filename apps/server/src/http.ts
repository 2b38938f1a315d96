/** Fastify with the platform's plugins, then the routes of each module. */
import { join } from 'node:path'
import type { ApiContext } from './api-context.ts'
import { failures } from './failures.ts'
import { createDashboard } from './platform/http/dashboard/dashboard.ts'
import { readBuiltFiles } from './platform/http/dashboard/read-files.ts'
import { registerDocsPage } from './platform/http/docs-page.ts'
import { registerDrain } from './platform/http/drain.ts'
import { registerHealth } from './platform/http/health.ts'
import { registerProblemPages } from './platform/http/problem-pages.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { trustedProxies } from './platform/http/trusted-proxies.ts'
import { createLog } from './platform/log/log.ts'
import { version } from './version.ts'

const builtDashboard = join(import.meta.dirname, '../../dashboard/dist')

const description = {
  title: 'Longshore API',
  version,
  description:
    'Git repository and Linux server in, running app with HTTPS, backups and rollback out. Sign in with POST /auth/login and send the access token as "Authorization: Bearer …". Errors are problem details (RFC 9457) with a stable code and a hint.',
  tags: [
    { name: 'auth', description: 'Sign up, sign in, reset a password.' },
    { name: 'account', description: 'Your profile, sessions and second factor.' },
    { name: 'organizations', description: 'Organisations own everything else.' },
    { name: 'members', description: 'Who belongs to an organisation, and invitations.' },
    { name: 'api tokens', description: 'Credentials for programs, with scopes.' },
    {
      name: 'git providers',
      description: 'Accounts at GitHub, GitLab, Bitbucket, Gitea; their repositories and branches.',
    },
    {
      name: 'projects',
      description: 'What you deploy: a repository, an image or compose text, and what was found in it.',
    },
    { name: 'environments', description: 'A running copy of a project: its branch, server, services and addresses.' },
    { name: 'variables', description: 'What services are given; secrets are write-only.' },
    { name: 'deployments', description: 'From a commit to traffic: history, live view, cancel, rollback, promotion.' },
    { name: 'auto-deploy', description: 'Deploying with every push: hooks at forges, and what came in by them.' },
    { name: 'previews', description: 'A running copy of each pull request, with databases of its own.' },
    { name: 'instance', description: 'This installation: its own backups, and the word after a restore.' },
    { name: 'registries', description: 'Accounts for images that are not public.' },
    { name: 'domains', description: 'Hostnames of yours: whose they are, what DNS says, and their certificates.' },
    {
      name: 'backups',
      description: 'Copies of databases and volumes: where they go, when they are made, that they can be restored.',
    },
    { name: 'servers', description: 'Linux servers that run your deployments, reached by SSH.' },
    { name: 'security', description: 'How safe a server is; hardening, and its undo.' },
    { name: 'alerts', description: 'What needs somebody: told once when it begins and once when it is over.' },
    {
      name: 'notifications',
      description: 'Who is told of what: connectors, their links to projects, their deliveries.',
    },
    { name: 'audit', description: 'Who did what, when.' },
    { name: 'events', description: 'Live streams by Server-Sent Events.' },
  ],
}

export async function createApi(context: ApiContext): Promise<HttpServer> {
  const { settings } = context
  const dashboard = createDashboard(await readBuiltFiles(settings.DASHBOARD_DIRECTORY ?? builtDashboard))
  const app = createHttpServer({
    log: context.log,
    accessLog: createLog({ level: settings.LOG_LEVEL, process: 'api', plain: true }),
    authenticator: context.accounts.authenticator,
    findProjectOf: context.findProjectOf,
    description,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    corsOrigins: settings.CORS_ORIGINS,
    https: settings.PUBLIC_URL.startsWith('https:'),
    requestsPerMinute: settings.API_REQUESTS_PER_MINUTE,
    dashboard,
    observe: context.metrics.observeRequest,
  })
  registerDrain(app, context.readiness)
  registerHealth(app, context.healthChecks, context.readiness)
  registerProblemPages(app, failures, dashboard)
  dashboard.registerFiles(app)
  await app.register(
    async (scope: HttpServer) => {
      for (const module of context.modules) module.register(scope)
    },
    { prefix: '/api/v1' },
  )
  if (settings.API_DOCS ?? settings.NODE_ENV !== 'production') await registerDocsPage(app)
  return app
}
