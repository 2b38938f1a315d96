/** A target with the proxy and one app behind many hostnames of several environments. The worker's own code loads them. */

import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Runtime } from '@longshore/remote/runtime'
import { compileProxyConfiguration } from '../../../apps/server/src/testing/internals/domains.ts'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { mustRun } from '../../fixtures/run.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Report } from '../../support/report.ts'
import { appPort, appSource } from '../../support/zero-downtime/app.ts'
import { withRuntime } from '../../support/zero-downtime/test-env.ts'

export interface DomainsTestEnv {
  readonly report: Report
  readonly target: Target
  readonly runtime: Runtime
  /** The app's address from the proxy's view. */
  readonly dial: string
  readonly certificate: { chain: string; key: string }
}

const image = 'node:24-slim'
const environments = isQuick ? 5 : 25
export const { signal } = new AbortController()
export const call = { signal }

export async function openTestEnv(report: Report, work: (testEnv: DomainsTestEnv) => Promise<void>): Promise<void> {
  await using target = await startTarget({ publishPorts: [80, 443] })
  await loadBaseImages(target, [image])
  const certificate = await makeCertificate()
  await withRuntime(target, { instance: randomUUID() }, async (runtime) => {
    await runtime.ensureProxy(call)
    const dial = await startApp(runtime)
    for (let index = 0; index < environments; index += 1) {
      const release = { environment: environmentOf(index), release: 'dep_a', fence: 1 }
      await runtime.switchRelease({ ...release, services: { web: [dial] } }, call)
    }
    await work({ report, target, runtime, dial, certificate })
  })
}

async function startApp(runtime: Runtime): Promise<string> {
  const found = await runtime.findImage(image, call)
  if (found === null) throw new Error(`${image} is not on the target`)
  const network = 'longshore-many'
  await runtime.ensureNetwork({ name: network, labels: {}, pool: { base: '10.210.0.0/16', prefix: 27 } }, call)
  const container = {
    name: 'longshore-many-app',
    labels: {},
    image: found.id,
    command: ['node', '-e', appSource],
    environment: [['VERSION', 'a']] as [string, string][],
    network,
    aliases: [],
    volumes: [],
    memoryBytes: null,
    cpus: null,
    pids: 200,
    stopGraceSeconds: 5,
    restart: 'no',
  } as const
  const { address } = await runtime.startContainer(container, call)
  if (address === null) throw new Error('the app has no address')
  const probe = {
    type: 'http',
    address,
    port: appPort,
    path: '/',
    hostname: 'app.many.test',
    timeoutMs: 2_000,
  } as const
  for (const deadline = Date.now() + 60_000; !(await runtime.probe(probe, call)).ok; await delay(100))
    if (Date.now() > deadline) throw new Error('the app does not start')
  return `${address}:${appPort}`
}

export function hostnameOf(index: number): string {
  return `name-${index}.many.test`
}

function environmentOf(index: number): string {
  return `env_many${index % environments}`
}

const authority = { directory: 'https://authority.test/dir', roots: null, email: null }

/** Loads this many hostnames, each with a certificate that the proxy signs itself or with an uploaded one. */
export function configurationOf(count: number, certificate: DomainsTestEnv['certificate'] | null = null): string {
  const routes = Array.from({ length: count }, (_, index) => ({
    hostname: hostnameOf(index),
    environment: environmentOf(index),
    service: 'web',
    tls: certificate === null ? ('internal' as const) : ('custom' as const),
    forceHttps: false,
    certificate,
  }))
  return compileProxyConfiguration({ routes, system: null, authority })
}

/** A configuration for plain Caddy: each hostname is a route, and each change is a reload. */
export function plainConfigurationOf(count: number, dial: string): string {
  const { caddy, table } = JSON.parse(configurationOf(count))
  const routes = Array.from({ length: count }, (_, index) => ({
    match: [{ host: [hostnameOf(index)] }],
    handle: [{ handler: 'reverse_proxy', upstreams: [{ dial }] }],
  }))
  for (const server of Object.values<{ routes: unknown }>(caddy.apps.http.servers)) server.routes = routes
  return JSON.stringify({ caddy, table })
}

async function makeCertificate(): Promise<DomainsTestEnv['certificate']> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-many-'))
  try {
    const [key, chain] = [join(folder, 'key.pem'), join(folder, 'chain.pem')]
    const names = ['-subj', '/CN=many.test', '-addext', 'subjectAltName=DNS:*.many.test']
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
    await mustRun(['openssl', 'req', '-x509', ...kind, ...names, '-keyout', key, '-out', chain])
    return { chain: await readFile(chain, 'utf8'), key: await readFile(key, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
