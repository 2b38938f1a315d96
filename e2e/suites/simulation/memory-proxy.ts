/** The proxy of an in-memory server, with the fence rules of the real program. */
import { type ProxyRuntime, RuntimeError } from '@longshore/remote/runtime'
import { answerOf, type MemoryEnvironment, type MemoryServer } from './memory-server.ts'
import type { Reach } from './reach.ts'

export function memoryProxy(server: MemoryServer, reach: Reach): ProxyRuntime {
  return {
    ensureProxy: (call) =>
      reach.call('ensureProxy', call, { takesMs: 50 }, () => {
        const wasStarted = !server.hasProxy
        server.hasProxy = true
        return { version: '1', wasStarted }
      }),
    removeProxy: (call) =>
      reach.call('removeProxy', call, { takesMs: 50 }, () => {
        server.hasProxy = false
      }),
    putRelease: ({ environment, release, fence, services }, call) =>
      reach.call('putRelease', call, { takesMs: 20 }, () => {
        claim(server, reach, { environment, release, fence }).releases.set(release, services)
        server.note({ at: reach.now(), kind: 'put', what: environment, release, fence })
      }),
    switchRelease: (wanted, call) =>
      reach.call('switchRelease', call, { takesMs: 20 }, () => switchTo(server, reach, wanted)),
    removeRelease: ({ environment, release, fence }, call) =>
      reach.call('removeRelease', call, { takesMs: 20 }, () => {
        if (!server.environments.has(environment)) return
        const known = claim(server, reach, { environment, release, fence })
        if (known.current === release) throw new RuntimeError('wrong_release', `release ${release} has the traffic`)
        known.releases.delete(release)
      }),
    removeEnvironment: ({ environment, fence }, call) =>
      reach.call('removeEnvironment', call, { takesMs: 20 }, () => {
        if (!server.environments.has(environment)) return
        const known = claim(server, reach, { environment, release: '', fence })
        known.current = null
        known.previous = null
        known.releases.clear()
        known.isRemoved = true
      }),
    loadConfiguration: ({ json, version }, call) =>
      reach.call('loadConfiguration', call, { takesMs: 50 }, () => {
        if (version < server.configuration.version)
          throw new RuntimeError('stale_fence', 'a newer configuration was loaded')
        server.configuration = { version, hosts: JSON.parse(json) }
        return { hash: '', dropped: [] }
      }),
    readProxy: (call) =>
      reach.call('readProxy', call, { takesMs: 20 }, () => ({
        isRunning: server.hasProxy,
        version: server.hasProxy ? '1' : null,
        configurationVersion: server.configuration.version,
        configurationHash: null,
        certificates: {},
        environments: Object.fromEntries(
          [...server.environments]
            .filter(([, { isRemoved }]) => !isRemoved)
            .map(([name, { fence, current, releases }]) => [name, { fence, current, releases: [...releases.keys()] }]),
        ),
      })),
  }
}

function unknown(): MemoryEnvironment {
  return { fence: 0, current: null, previous: null, isRemoved: false, releases: new Map() }
}

function claim(
  server: MemoryServer,
  reach: Reach,
  { environment, release, fence }: { environment: string; release: string; fence: number },
): MemoryEnvironment {
  const known = server.environments.get(environment) ?? unknown()
  if (fence < known.fence && reach.hasFences) {
    server.note({ at: reach.now(), kind: 'refused', what: environment, release, fence })
    throw new RuntimeError('stale_fence', `a newer one has fence ${known.fence}, this one has ${fence}`)
  }
  known.fence = fence
  known.isRemoved = false
  server.environments.set(environment, known)
  return known
}

type Wanted = Parameters<ProxyRuntime['switchRelease']>[0]

function switchTo(server: MemoryServer, reach: Reach, wanted: Wanted): { previous: string | null; isChange: boolean } {
  const known = claim(server, reach, { ...wanted, release: wanted.release ?? '' })
  const { release, services } = wanted
  if (services !== undefined && release !== null) {
    known.releases.set(release, services)
    server.note({ at: reach.now(), kind: 'put', what: wanted.environment, release, fence: wanted.fence })
  }
  if (known.current === release) return { previous: known.previous, isChange: false }
  if (wanted.expected !== undefined && known.current !== wanted.expected)
    throw new RuntimeError('wrong_release', `release ${known.current} has the traffic, not ${wanted.expected}`)
  if (release !== null && !known.releases.has(release))
    throw new RuntimeError('wrong_release', `release ${release} was not put here`)
  known.previous = known.current
  known.current = release
  const { previous } = known
  const isHealthy = release === null || isUp(server, known, release, reach.now())
  const { environment: what, fence } = wanted
  server.note({ at: reach.now(), kind: 'switch', what, release, previous, fence, isHealthy })
  return { previous, isChange: true }
}

function isUp(server: MemoryServer, { releases }: MemoryEnvironment, release: string, now: number): boolean {
  const addresses = Object.values(releases.get(release) ?? {}).flat()
  return addresses.every((address) => {
    const container = [...server.containers.values()].find((each) => address.startsWith(`${each.address}:`))
    const status = container === undefined ? null : answerOf(container, now)
    return status !== null && status < 500
  })
}
