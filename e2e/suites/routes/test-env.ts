/** A target with the proxy and a program that plays all services of an environment. The worker's own code loads tables. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Runtime } from '@longshore/remote/runtime'
import { compileProxyConfiguration } from '../../../apps/server/src/testing/internals/domains.ts'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'
import { withRuntime } from '../../support/zero-downtime/test-env.ts'
import { echoSource, firstPort } from './echo.ts'

export interface RoutesTestEnv {
  readonly report: Report
  readonly target: Target
  /** Port 80 of the proxy on this machine. */
  readonly port: number
  /** Returns when the proxy has the table; the next request already uses it. */
  load(routes: ProxyInput['routes'], networks?: ProxyInput['networks']): Promise<void>
}

type ProxyInput = Parameters<typeof compileProxyConfiguration>[0]
export type Route = ProxyInput['routes'][number]

/** Services that run. `gone` is in tables too, and doesn't. Nothing listens at the address of `closed`. */
export const services = ['web', 'api', 'docs', 'admin', 'files'] as const
export const environment = 'env_routes'

const image = 'node:24-slim'
const authority = { directory: 'https://authority.test/dir', roots: null, email: null }
const { signal } = new AbortController()
const call = { signal }

export async function openTestEnv(report: Report, work: (testEnv: RoutesTestEnv) => Promise<void>): Promise<void> {
  await using target = await startTarget({ publishPorts: [80, 443] })
  await loadBaseImages(target, [image])
  const port = target.published.get(80)
  if (port === undefined) throw new Error('the target publishes 80')
  await withRuntime(target, { instance: randomUUID() }, async (runtime) => {
    await runtime.ensureProxy(call)
    const address = await startServices(runtime)
    const addresses = services.map((name, index) => [name, [`${address}:${firstPort + index}`]] as const)
    const closed = ['closed', [`${address}:${firstPort - 1}`]] as const
    const release = { environment, release: 'dep_a', fence: 1 }
    await runtime.switchRelease({ ...release, services: Object.fromEntries([...addresses, closed]) }, call)
    let version = 0
    const load: RoutesTestEnv['load'] = async (routes, networks = {}) => {
      version += 1
      const json = compileProxyConfiguration({ routes, system: null, authority, networks })
      const { dropped } = await runtime.loadConfiguration({ json, version }, call)
      if (dropped.length > 0) throw new Error(`the proxy refused ${JSON.stringify(dropped)}`)
    }
    await work({ report, target, port, load })
  })
}

async function startServices(runtime: Runtime): Promise<string> {
  const found = await runtime.findImage(image, call)
  if (found === null) throw new Error(`${image} is not on the target`)
  const network = 'longshore-routes'
  await runtime.ensureNetwork({ name: network, labels: {}, pool: { base: '10.210.0.0/16', prefix: 27 } }, call)
  const { address } = await runtime.startContainer(
    {
      name: 'longshore-routes-services',
      labels: {},
      image: found.id,
      command: ['node', '-e', echoSource],
      environment: [['SERVICES', services.join()]],
      network,
      aliases: [],
      volumes: [],
      memoryBytes: null,
      cpus: null,
      pids: 200,
      stopGraceSeconds: 5,
      restart: 'no',
    },
    call,
  )
  if (address === null) throw new Error('the services have no address')
  const last = firstPort + services.length - 1
  const probe = { type: 'http', address, port: last, path: '/', hostname: 'a.routes.test', timeoutMs: 2_000 } as const
  for (const deadline = Date.now() + 60_000; !(await runtime.probe(probe, call)).ok; await delay(100))
    if (Date.now() > deadline) throw new Error('the services do not start')
  return address
}
