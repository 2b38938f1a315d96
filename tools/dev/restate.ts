/** Restate of the developer's instance, with production settings and its own loopback ports. */
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../source-files.ts'
import type { Instance } from './instance.ts'
import { Service } from './service.ts'

const readyTimeoutMs = 60_000

export async function startRestate(instance: Instance, keep: (service: Service) => Promise<void>): Promise<void> {
  const { ports } = instance
  const store = join(instance.folder, 'restate')
  await mkdir(store, { recursive: true, mode: 0o700 })
  const service = new Service({
    name: 'restate',
    program: serverProgram(),
    args: ['--no-logo', '--config-file', join(root, 'deploy/restate.toml')],
    environment: {
      PATH: process.env.PATH,
      HOME: store,
      TMPDIR: store,
      RESTATE_BASE_DIR: store,
      RESTATE_LOG_FILTER: 'warn,octocrab=off',
      RESTATE_BIND_PORT: String(ports.fabric),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ports.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${ports.admin}`,
      RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: instance.secret('restate-identity.pem'),
    },
    stopSignal: 'SIGTERM',
    cwd: store,
  })
  await keep(service)
  for (const deadline = Date.now() + readyTimeoutMs; !(await isWell(ports.ingress)); await delay(50)) {
    if (!service.isRunning) throw new Error('Restate ended; its last lines are above')
    if (Date.now() > deadline) throw new Error(`Restate was not ready within ${readyTimeoutMs} ms`)
  }
}

async function isWell(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/restate/health`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.ok === true
}

/** The program inside the npm package; its launcher would be one more process to stop. */
function serverProgram(): string {
  const workspace = createRequire(join(root, 'package.json'))
  const launcher = createRequire(workspace.resolve('@restatedev/restate-server/package.json'))
  return launcher.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`)
}
