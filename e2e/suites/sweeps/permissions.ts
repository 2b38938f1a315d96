/** Every operation declares who can call it and how its project is found; without both the api does not start. */

import { readConfig } from '../../../apps/server/src/config.ts'
import { createApi } from '../../../apps/server/src/http.ts'
import { apiSettings } from '../../../apps/server/src/settings.ts'
import { isPermission } from '../../../apps/server/src/testing/internals/access.ts'
import type { HttpServer } from '../../../apps/server/src/testing/internals/http.ts'
import { createLog } from '../../../apps/server/src/testing/internals/log.ts'
import { createApiContext } from '../../../apps/server/src/wiring/api.ts'
import { missingFixtures } from '../../support/fixtures.ts'
import { check, isPublic, type Stage } from './stage.ts'

/** The documented operations that anyone can call. Adding one is a decision, not an accident. */
const publicOperations = [
  'GET /api/v1/auth/sign-up',
  // Texts that are the same for everyone. A user who can't sign in needs them, too.
  'GET /api/v1/failures',
  // A program has no account before a person approves its sign-in. Then the device code in the body is the proof.
  'POST /api/v1/auth/device',
  'POST /api/v1/auth/device/token',
  'POST /api/v1/auth/forgot-password',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/refresh',
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/resend-otp',
  'POST /api/v1/auth/reset-password',
  'POST /api/v1/auth/verify-otp',
  // The token in the body is the proof.
  'POST /api/v1/invitations/preview',
  'POST /api/v1/webhooks/git/{environmentId}',
]

export async function sweepPermissions(stage: Stage): Promise<void> {
  checkDocument(stage)
  const routes = await registeredRoutes(stage)
  const documented = stage.api.operations.map(({ method, path }) => `${method} ${path}`).sort()
  check(stage, routes.join() === documented.join(), `routes ${routes.join()} but documented are ${documented.join()}`)
  for (const [what, seed] of Object.entries(seededRoutes)) {
    const error = await startWith(stage, seed).then(
      () => 'it started',
      (reason: unknown) => String(reason),
    )
    check(stage, /planted.* declares/.test(error), `a planted route ${what} must stop the start: ${error}`)
  }
}

function checkDocument(stage: Stage): void {
  const { operations } = stage.api
  for (const { id, permission, scope } of operations) {
    const isDeclared = permission === 'public' || permission === 'self' || isPermission(permission ?? '')
    check(stage, isDeclared, `${id} has the permission ${permission}`)
    check(stage, (scope === undefined) !== isPermission(permission ?? ''), `${id} has the scope ${scope}`)
  }
  const open = operations
    .filter(isPublic)
    .map(({ method, path }) => `${method} ${path}`)
    .sort()
  check(stage, open.join() === publicOperations.join(), `public operations are ${open.join()}`)
  check(stage, new Set(operations.map(({ id }) => id)).size === operations.length, 'operation ids are not unique')
  for (const missing of missingFixtures(operations))
    check(stage, false, `e2e/support/fixtures.ts cannot make ${missing}`)
}

const handler = async () => ({})
const seededRoutes: Record<string, (app: HttpServer) => void> = {
  'without a permission': (app) => void app.get('/planted', handler),
  'with an unknown permission': (app) =>
    void app.get('/planted', { config: { permission: 'planted:read' as 'self' } }, handler),
  'with an empty configuration': (app) => void app.post('/planted', { config: {} }, handler),
  'inside a plugin': (app) => void app.register(async (scope: HttpServer) => void scope.put('/planted', handler)),
  'without a scope': (app) => void app.get('/planted', { config: { permission: 'projects:read' } }, handler),
  'with an unknown scope': (app) =>
    void app.get('/planted', { config: { permission: 'projects:read', scope: 'planted' as 'visible' } }, handler),
  'with a project that its path does not name': (app) =>
    void app.get('/planted/:id', { config: { permission: 'projects:read', scope: 'project:planted' } }, handler),
  'for all methods': (app) => void app.all('/planted/*', handler),
}

/** The routes below the prefix, recorded by a hook that is registered before the modules. */
async function registeredRoutes(stage: Stage): Promise<string[]> {
  const routes: string[] = []
  await startWith(stage, undefined, (app) => {
    app.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) routes.push(`${method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`)
    })
  })
  return routes.sort()
}

/** Loads the whole API in this process without listening. */
async function startWith(
  stage: Pick<Stage, 'instance'>,
  seed: ((app: HttpServer) => void) | undefined,
  first: (app: HttpServer) => void = () => undefined,
): Promise<void> {
  const settings = readConfig(apiSettings, stage.instance.environment)
  const context = createApiContext(settings, createLog({ level: 'silent', process: 'sweeps' }))
  const modules = [{ register: first }, ...context.modules, ...(seed === undefined ? [] : [{ register: seed }])]
  try {
    const app = await createApi({ ...context, modules } as typeof context)
    await app.ready()
    await app.close()
  } finally {
    await context.database[Symbol.asyncDispose]()
  }
}
