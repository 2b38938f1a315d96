import { type ContainerState, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { expect, test } from 'vitest'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import type { EnvironmentWork } from './environment-work.context.ts'
import { createLiveApps } from './live-apps.remote.ts'
import { appContainerName, labelNames } from './server-names.policy.ts'

const [environmentId, organizationId, deploymentId] = [newId('env'), newId('org'), newId('dep')]
const image = { id: 'sha256:1' }
const service = (name: string, kind: string, settings = {}) => ({
  ...{ serviceId: newId('svc'), name, kind, texts: {}, image: kind === 'postgres' ? null : image },
  configuration: ServiceConfiguration.parse({ ...settings, ...(kind === 'web' ? { port: 8080 } : {}) }),
})
const services = [
  service('web', 'web', { replicas: 2, drainSeconds: 40 }),
  service('jobs', 'worker'),
  service('nightly', 'cron'),
  service('db', 'postgres'),
]
const [web, jobs] = services.map(
  ({ serviceId }) =>
    (slot: number) =>
      appContainerName(deploymentId, serviceId, slot),
)
const [web0, web1, jobs0] = [web?.(0) ?? '', web?.(1) ?? '', jobs?.(0) ?? '']
const old = 'longshore-of-another-release'
const context = {
  run: { id: newId('run'), organizationId, kind: '', key: '', input: { environmentId } },
  signal: new AbortController().signal,
  fence: 7,
}

/** A server with these containers, and what is done to it. */
function open(states: Record<string, 'running' | 'exited'>, { stoppedAt = null }: { stoppedAt?: Date | null } = {}) {
  const calls: string[] = []
  const broken = new Map<string, Error>()
  const labelsOf = (name: string) => {
    const owner = services.find(({ serviceId }) => name.includes(encodeId('svc', serviceId)))
    return owner === undefined ? {} : { [labelNames.serviceId]: encodeId('svc', owner.serviceId) }
  }
  const stateOf = (name: string) =>
    ({ name, labels: labelsOf(name), state: states[name], address: `ip-${name}`, startedAt: new Date(0) }) as never
  const start = async (name: string) => {
    const error = broken.get(name)
    if (error !== undefined) throw error
    states[name] = 'running'
    return stateOf(name) as ContainerState
  }
  const runtime = {
    readProxy: async () => ({ isRunning: true }),
    ensureProxy: async () => undefined,
    async switchRelease({ fence }: { fence: number }) {
      calls.push(`compare fence ${fence}`)
    },
    async putRelease(release: { services: object }) {
      calls.push(`send ${Object.values(release.services).flat().length} to the proxy`)
    },
    async listContainers(labels: Record<string, string>) {
      expect(labels[labelNames.role]).toBe('app')
      return Object.keys(states).map(stateOf)
    },
    inspectContainer: async (name: string) => (states[name] === undefined ? null : stateOf(name)),
    async stopContainer(name: string, { graceSeconds }: { graceSeconds: number }) {
      states[name] = 'exited'
      calls.push(`stop ${name} within ${graceSeconds}`)
    },
    async restartStopped(name: string) {
      calls.push(`start ${name}`)
      return await start(name)
    },
    async startContainer({ name }: { name: string }) {
      calls.push(`create ${name}`)
      return await start(name)
    },
    probe: async () => ({ ok: true, status: 200, text: '', detail: '' }),
  } as unknown as Runtime
  const state = { liveServerId: newId('srv'), stoppedAt, deletionRequestedAt: null }
  const live = { deploymentId, releaseId: newId('rel'), services }
  const work = {
    database: { tenant: async () => state },
    clock: { now: () => 60_000, wait: async () => undefined },
    records: {
      desired: async () => ({ live }),
      release: async () => ({ services, variables: [] }),
      attachedHostnames: async () => [],
      openVariables: async () => new Map(),
      openCredentials: async () => ({ username: 'u', databaseName: 'd', password: new Secret('p') }),
      dataVolumes: async () => () => 'data',
    },
  } as unknown as EnvironmentWork
  return { runtime, calls, states, broken, apps: createLiveApps(work) }
}

const all = { [web0]: 'running', [web1]: 'running', [jobs0]: 'running' } as const

test('stops every app with its grace period, and compares the fence before', async () => {
  const { apps, runtime, calls } = open({ ...all, [old]: 'running' })
  await apps.stop(context, runtime)
  const stops = [`stop ${web0} within 40`, `stop ${web1} within 40`, `stop ${jobs0} within 30`, `stop ${old} within 10`]
  expect(calls).toEqual(['compare fence 7', ...stops])
})

test('stops nothing twice', async () => {
  const { apps, runtime, calls } = open({ ...all })
  await apps.stop(context, runtime)
  calls.length = 0
  await apps.stop(context, runtime)
  expect(calls).toEqual([])
})

test('starts stopped apps of the live release, recreates missing ones, and leaves running ones alone', async () => {
  const { apps, runtime, calls, states } = open({ [web0]: 'exited', [jobs0]: 'running', [old]: 'exited' })
  expect(await apps.startHealthy(context, runtime)).toEqual([])
  expect(calls).toEqual([`start ${web0}`, `create ${web1}`, 'send 2 to the proxy'])
  expect(states).toEqual({ ...all, [old]: 'exited' })
})

test('a stopped environment stays stopped', async () => {
  const { apps, runtime, calls } = open({ [web0]: 'exited', [web1]: 'exited' }, { stoppedAt: new Date() })
  expect(await apps.startHealthy(context, runtime)).toEqual([])
  expect(calls).toEqual([])
})

test('returns an app that cannot start, and starts the others', async () => {
  const { apps, runtime, states, broken } = open({ [web0]: 'exited', [web1]: 'exited', [jobs0]: 'exited' })
  broken.set(web0, new RuntimeError('policy_refused', 'The operator no longer allows it.'))
  expect(await apps.startHealthy(context, runtime)).toEqual([
    { service: 'web', detail: 'The operator no longer allows it.', logTail: undefined },
  ])
  expect(states[jobs0]).toBe('running')
})

test('the step is repeated when the server is unreachable, because no app is broken', async () => {
  const { apps, runtime, broken } = open({ [web0]: 'exited' })
  broken.set(web0, new RemoteError('connection_lost', 'gone', { hint: '' }))
  await expect(apps.startHealthy(context, runtime)).rejects.toThrow('gone')
})
