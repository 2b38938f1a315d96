/** A real Caddy in front of the api: HTTPS with HTTP/2, with a certificate of its own internal authority. */
import { spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, withLock } from '../../fixtures/cache.ts'
import { findGo } from '../../fixtures/go.ts'
import { goFlags, proxySources } from '../../fixtures/proxy-program.ts'
import { mustRun } from '../../fixtures/run.ts'
import { eventually } from '../../support/eventually.ts'

const source = join(import.meta.dirname, 'caddy.go')
const buildTimeoutMs = 30 * 60_000
const stopMs = 5_000

export interface Caddy extends AsyncDisposable {
  /** The digest of its authority's public key, which the browser has to trust. */
  readonly trustedKey: string
}

export async function startCaddy(options: { host: string; port: number; upstream: number }): Promise<Caddy> {
  const program = await ensureProgram()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-caddy-'))
  const child = spawn(program, [], { stdio: ['pipe', 'ignore', 'ignore'], env: { HOME: folder } })
  child.stdin.end(JSON.stringify(configuration(options, folder)))
  const exited = once(child, 'exit')
  const authority = join(folder, 'pki/authorities/local/intermediate.crt')
  const leaf = join(folder, `certificates/local/${options.host}/${options.host}.crt`)
  await eventually('Caddy has a certificate', () => {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`)
    return existsSync(authority) && existsSync(leaf)
  })
  return {
    trustedKey: digestOf(await readFile(authority)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await exited
      clearTimeout(timer)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration({ host, port, upstream }: { host: string; port: number; upstream: number }, root: string) {
  const proxy = { handler: 'reverse_proxy', upstreams: [{ dial: `127.0.0.1:${upstream}` }], flush_interval: -1 }
  return {
    admin: { disabled: true },
    storage: { module: 'file_system', root },
    apps: {
      http: {
        servers: {
          main: {
            listen: [`127.0.0.1:${port}`],
            protocols: ['h1', 'h2'],
            automatic_https: { disable_redirects: true },
            tls_connection_policies: [{}],
            routes: [{ match: [{ host: [host] }], handle: [proxy] }],
          },
        },
      },
      tls: { automation: { policies: [{ subjects: [host], issuers: [{ module: 'internal' }] }] } },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  }
}

function digestOf(certificate: Buffer): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

/** Built once for its source and Caddy's version. */
async function ensureProgram(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [source, join(proxySources, 'go.mod')]) hash.update(await readFile(file))
  const program = join(cacheFolder, `caddy-${hash.digest('hex').slice(0, 16)}`)
  await withLock('caddy', async () => {
    if (existsSync(program)) return
    const half = `${program}.${process.pid}`
    await mustRun([await findGo(), 'build', '-C', proxySources, ...goFlags, '-o', half, source], {
      deadlineMs: buildTimeoutMs,
      environment: { CGO_ENABLED: '0' },
    })
    await rename(half, program)
  })
  return program
}
