/**
 * A real Restate server for tests and benchmarks, with production settings: every port on loopback, requests to workers
 * signed. `wipe()` deletes its store, which Longshore must not depend on.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identityKeyOf } from '../platform/durable/identity-key.ts'

export interface TestRestate extends AsyncDisposable {
  readonly ingressUrl: string
  readonly adminUrl: string
  /** Public key with which workers verify Restate's signature. */
  readonly identityKey: string
  readonly folder: string
  readonly processId: number
  start(): Promise<void>
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Kills Restate, deletes its store, and restarts it on the same ports. */
  wipe(): Promise<void>
}

const readyTimeoutMs = 240_000
const root = join(import.meta.dirname, '../../../..')

export async function startRestate(): Promise<TestRestate> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-restate-'))
  const ports = await freePorts()
  const keys = generateKeyPairSync('ed25519')
  const keyFile = join(folder, 'identity.pem')
  await writeFile(keyFile, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const restate = new RestateProcess(folder, { ports, keyFile, identityKey: identityKeyOf(keys.publicKey) })
  await restate.start()
  return restate
}

interface Ports {
  readonly ingress: number
  readonly admin: number
  readonly fabric: number
}

class RestateProcess implements TestRestate {
  readonly ingressUrl: string
  readonly adminUrl: string
  readonly identityKey: string
  readonly folder: string
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(folder: string, options: { ports: Ports; keyFile: string; identityKey: string }) {
    const { ports } = options
    this.folder = folder
    this.ingressUrl = `http://127.0.0.1:${ports.ingress}`
    this.adminUrl = `http://127.0.0.1:${ports.admin}`
    this.identityKey = options.identityKey
    this.#environment = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      // Restate spills into the temporary folder; give it its own, so that a killed process leaves nothing behind.
      TMPDIR: folder,
      RESTATE_BASE_DIR: join(folder, 'store'),
      RESTATE_LOG_FILTER: 'warn,octocrab=off',
      RESTATE_BIND_PORT: String(ports.fabric),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ports.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${ports.admin}`,
      RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: options.keyFile,
    }
  }

  get processId(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    const output = await open(join(this.folder, 'restate.log'), 'a')
    const child = spawn(serverProgram(), ['--no-logo', '--config-file', join(root, 'deploy/restate.toml')], {
      stdio: ['ignore', output.fd, output.fd],
      cwd: this.folder,
      env: this.#environment,
    })
    await output.close()
    this.#child = child
    const deadline = Date.now() + readyTimeoutMs
    while (!((await responds(`${this.ingressUrl}/restate/health`)) && (await responds(`${this.adminUrl}/health`)))) {
      if (child.exitCode !== null) throw new Error(`restate-server exited with ${child.exitCode}`)
      if (Date.now() > deadline) throw new Error('restate-server did not become ready')
      await delay(25)
    }
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async wipe(): Promise<void> {
    await this.kill()
    await rm(join(this.folder, 'store'), { recursive: true, force: true })
    await this.start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }
}

function serverProgram(): string {
  const workspace = createRequire(join(root, 'package.json'))
  const launcher = createRequire(workspace.resolve('@restatedev/restate-server/package.json'))
  return launcher.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`)
}

async function responds(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok === true
}

/** Holds all ports open together, so that they differ. */
async function freePorts(): Promise<Ports> {
  const servers = [createServer(), createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    }),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const [ingress = 0, admin = 0, fabric = 0] = ports
  return { ingress, admin, fabric }
}
