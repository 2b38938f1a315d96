/** Liveness (the process runs) and readiness (it can do work), outside the API prefix and without details. */
import type { HttpServer } from './server.ts'

export interface HealthCheck {
  readonly name: string
  check(): Promise<void>
}

export interface Readiness {
  stopping: boolean
}

const timeoutMs = 2_000

export function registerHealth(app: HttpServer, checks: readonly HealthCheck[], readiness: Readiness): void {
  app.get('/health/live', { config: { permission: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config: { permission: 'public' } }, async (_request, reply) => {
    const failed = readiness.stopping ? ['stopping'] : await failingChecks(checks)
    if (failed.length > 0) reply.code(503).header('retry-after', '5')
    return { status: failed.length === 0 ? 'ok' : 'unavailable', failed }
  })
}

async function failingChecks(checks: readonly HealthCheck[]): Promise<string[]> {
  const results = await Promise.all(checks.map(async (each) => ((await isHealthy(each)) ? [] : [each.name])))
  return results.flat()
}

async function isHealthy(check: HealthCheck): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  try {
    return await Promise.race([
      check.check().then(
        () => true,
        () => false,
      ),
      timeout,
    ])
  } finally {
    clearTimeout(timer)
  }
}
