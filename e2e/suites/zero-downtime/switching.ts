/**
 * Switches without a control plane: traffic moves back and forth between two releases of an app under load from clients
 * that never retry, while other hostnames are added and removed. Then the changes that the server itself refuses.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { compileProxyConfiguration } from '../../../apps/server/src/testing/internals/domains.ts'
import { appPort, appSource } from '../../support/zero-downtime/app.ts'
import { Load } from '../../support/zero-downtime/load.ts'
import { entryOf, judgeLoad, type TestEnv, withRuntime } from '../../support/zero-downtime/test-env.ts'

const image = 'node:24-slim'
const hostname = 'app.zero.test'
const environment = 'env_zero'
const pauseMs = 100
const { signal } = new AbortController()
const call = { signal }

export async function switchUnderLoad(testEnv: TestEnv): Promise<void> {
  const { target, report, isQuick } = testEnv
  const instance = randomUUID()
  await withRuntime(target, { instance }, async (runtime) => {
    const startedAt = performance.now()
    await runtime.ensureProxy(call)
    report.figure('proxyInstallMs', Math.round(performance.now() - startedAt))
    await prepare(runtime)
    const entry = entryOf(target, hostname)
    const rounds = isQuick ? 40 : 200
    const loads = [
      new Load({ entry, protocol: 'http', connections: 20 }),
      new Load({ entry, protocol: 'http-close', rate: 50 }),
      new Load({ entry, protocol: 'https', rate: 50 }),
      new Load({ entry, protocol: 'h2', rate: 50 }),
    ]
    for (let index = 0; index < rounds; index += 1) {
      const fence = 10 + index
      await runtime.switchRelease({ environment, release: index % 2 === 0 ? 'dep_b' : 'dep_a', fence }, call)
      if (index % 10 === 0) await runtime.loadConfiguration(configuration(10 + index, index), call)
      await delay(pauseMs)
    }
    const results = await Promise.all(loads.map((load) => load.end()))
    for (const result of results) judgeLoad(report, result, { versions: 2, requests: 100 })
    report.figure('switches', rounds)
    report.figure(
      'switchRequests',
      results.reduce((sum, each) => sum + each.requests, 0),
    )
    report.figure(
      'switchFailed',
      results.reduce((sum, each) => sum + each.failed, 0),
    )
    await refusals(testEnv, runtime, 10 + rounds)
    await runtime.removeProxy(call)
    for (const name of ['longshore-zero-a', 'longshore-zero-b']) await runtime.removeContainer(name, call)
    await runtime.removeNetwork('longshore-zero', call)
  })
}

async function prepare(runtime: Runtime): Promise<void> {
  const found = await runtime.findImage(image, call)
  if (found === null) throw new Error(`${image} is not on the target`)
  await runtime.ensureNetwork({ name: 'longshore-zero', labels: {}, pool: { base: '10.210.0.0/16', prefix: 27 } }, call)
  for (const version of ['a', 'b']) {
    const started = await runtime.startContainer(
      {
        name: `longshore-zero-${version}`,
        labels: {},
        image: found.id,
        command: ['node', '-e', appSource],
        environment: [['VERSION', version]],
        network: 'longshore-zero',
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
    const address = started.address ?? ''
    for (const deadline = Date.now() + 15_000; ; await delay(100)) {
      const probe = { type: 'http', address, port: appPort, path: '/', hostname, timeoutMs: 2_000 } as const
      if ((await runtime.probe(probe, call)).ok) break
      if (Date.now() > deadline) throw new Error('the app does not start')
    }
    const services = { web: [`${address}:${appPort}`] }
    await runtime.putRelease({ environment, release: `dep_${version}`, fence: 1, services }, call)
  }
  await runtime.loadConfiguration(configuration(1, 0), call)
  await runtime.switchRelease({ environment, release: 'dep_a', fence: 1 }, call)
}

const authority = { directory: 'https://authority.test/dir', roots: null, email: null }

/** The test's own hostname, and some of other environments. */
function configuration(version: number, others: number): { json: string; version: number } {
  const route = { service: 'web', tls: 'internal', forceHttps: false, certificate: null } as const
  const routes = [{ ...route, hostname, environment }]
  for (let index = 0; index < others; index += 1)
    routes.push({ ...route, hostname: `other-${index}.zero.test` as typeof hostname, environment: 'env_other' })
  return { json: compileProxyConfiguration({ routes, system: null, authority }), version }
}

async function refusals({ report }: TestEnv, runtime: Runtime, fence: number): Promise<void> {
  const codeOf = async (work: () => Promise<unknown>) =>
    await work().then(
      () => 'none',
      (error: unknown) => (error instanceof RuntimeError ? error.code : String(error)),
    )
  const { environments } = await runtime.readProxy(call)
  const current = environments[environment]?.current ?? null
  const other = current === 'dep_a' ? 'dep_b' : 'dep_a'
  const cases = [
    [
      'an older fence switches',
      () => runtime.switchRelease({ environment, release: other, fence: 2 }, call),
      'stale_fence',
    ],
    [
      'an older fence puts',
      () => runtime.putRelease({ environment, release: 'dep_x', fence: 2, services: {} }, call),
      'stale_fence',
    ],
    ['an older fence removes', () => runtime.removeEnvironment({ environment, fence: 2 }, call), 'stale_fence'],
    [
      'what was not put gets traffic',
      () => runtime.switchRelease({ environment, release: 'dep_y', fence }, call),
      'wrong_release',
    ],
    [
      'another than expected',
      () =>
        runtime.switchRelease(
          { environment, release: other, expected: other === 'dep_a' ? 'dep_c' : null, fence },
          call,
        ),
      'wrong_release',
    ],
    [
      'the one with the traffic is removed',
      () => runtime.removeRelease({ environment, release: current ?? '', fence }, call),
      'wrong_release',
    ],
    ['an older configuration', () => runtime.loadConfiguration(configuration(3, 0), call), 'stale_fence'],
    [
      'a configuration that Caddy refuses',
      () => runtime.loadConfiguration({ json: '{"caddy":{"apps":{"nothing":{}}},"table":{}}', version: 9_999 }, call),
      'proxy_configuration_refused',
    ],
  ] as const
  for (const [what, work, code] of cases) {
    const seen = await codeOf(work)
    report.expect(seen === code, `${what}: ${seen} instead of ${code}`)
  }
  const again = await runtime.switchRelease({ environment, release: current, fence }, call)
  report.expect(!again.isChange && again.previous === other, `the same switch again: ${JSON.stringify(again)}`)
  const after = await runtime.readProxy(call)
  report.expect(after.environments[environment]?.current === current, 'a refused effect moved the traffic')
}
