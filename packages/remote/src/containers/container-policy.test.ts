import { describe, expect, test } from 'vitest'
import type { Allowances, ContainerOptions, ContainerSpec, Grants } from '../runtime/container-spec.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { type ContainerBody, containerBody } from './container-body.ts'
import { checkContainerBody } from './container-policy.ts'
import { allowedCases, neverAllowed } from './testing/allowed.ts'
import { confinedEscapes, escapes } from './testing/escapes.ts'

const spec: ContainerSpec = {
  name: 'longshore-dep_1-svc_1-0',
  labels: { 'longshore.environment': 'env_1', 'longshore.service': 'web' },
  image: `sha256:${'a'.repeat(64)}`,
  command: ['node', 'server.js'],
  environment: [['A', 'x=y\n']],
  network: 'longshore-env_1',
  aliases: ['web'],
  volumes: [{ name: 'longshore-svc_1-data', path: '/data' }],
  memoryBytes: 67_108_864,
  cpus: 0.5,
  pids: 64,
  stopGraceSeconds: 10,
  restart: 'always',
}
const options: ContainerOptions = {
  entrypoint: ['/start', ''],
  user: 'node:1000',
  workingDirectory: '/srv/app',
  init: false,
  stopSignal: 'SIGINT',
  readOnly: true,
  memoryFolders: [
    { path: '/run', sizeBytes: 4_096, mode: '1777', uid: 0, gid: 0 },
    { path: '/data/cache', sizeBytes: null, mode: null, uid: null, gid: null },
  ],
  sharedMemoryBytes: 1_073_741_824,
  ulimits: [
    { name: 'nofile', soft: 1_024, hard: 1_048_576 },
    { name: 'memlock', soft: -1, hard: -1 },
  ],
  sysctls: { 'net.core.somaxconn': '1024' },
  extraHosts: [
    { hostname: 'db.example.com', address: '10.1.2.3' },
    { hostname: 'six', address: '2620:fe::fe' },
  ],
}
const group = { slice: 'longshore-apps.slice', memoryBytes: null }
const placement = { instance: 'one', address: '10.210.0.2', hasInit: true, group }
const body = containerBody(spec, placement)

test('resolves names to the loopback only in a container without a network', () => {
  const names = { loopbackNames: { db: 1, 'db.internal': 12 } }
  const isolated: ContainerSpec = { ...spec, network: null, ...names }
  const sent = containerBody(isolated, { ...placement, address: null })
  expect(sent.HostConfig).toMatchObject({ ExtraHosts: ['db:127.0.0.1', 'db.internal:127.0.0.12'] })
  expect(() => checkContainerBody(isolated, sent)).not.toThrow()
  const networked = { ...spec, ...names }
  expect(() => checkContainerBody(networked, containerBody(networked, placement))).toThrow(RuntimeError)
  const beside: ContainerSpec = { ...isolated, beside: 'longshore-svc_1-run_1-restore' }
  expect(() => checkContainerBody(beside, containerBody(beside, { ...placement, address: null }))).toThrow(RuntimeError)
  const own: ContainerSpec = { ...isolated, loopbackNames: { localhost: 1 } }
  expect(() => checkContainerBody(own, containerBody(own, { ...placement, address: null }))).toThrow(RuntimeError)
})

test('allows everything that we send', () => {
  const alone = { network: null, confined: true, beside: 'longshore-svc_1-run_1-restore' } as const
  for (const change of [
    {},
    alone,
    { command: 'a && b' },
    { command: null },
    { volumes: [], memoryBytes: null, cpus: null },
    { publishes: { port: 5_432, loopbackPort: 15_432 } },
    { options },
    { options, command: 'a && b' },
    { options: { user: '0:0', workingDirectory: '/', stopSignal: '9' } },
    { options: { entrypoint: [''], stopSignal: 'SIGRTMIN+3', sysctls: { 'kernel.sem': '250 32000 100 128' } } },
    { aliases: ['Registry.example_1', 'a'.repeat(100)] },
  ]) {
    const changed = { ...spec, ...change }
    expect(() => checkContainerBody(changed, containerBody(changed, placement))).not.toThrow()
  }
})

test('a container without a limit gets the limit of all apps, and always runs in their group', () => {
  const free = { ...spec, memoryBytes: null }
  expect(containerBody(free, placement).HostConfig).toMatchObject({ CgroupParent: 'longshore-apps.slice' })
  expect(containerBody(free, placement).HostConfig).not.toHaveProperty('Memory')
  const alone = { ...placement, group: { slice: null, memoryBytes: 1_000_000_000 } }
  expect(containerBody(free, alone).HostConfig).toMatchObject({ Memory: 1_000_000_000, MemorySwap: 1_000_000_000 })
  expect(containerBody(free, alone).HostConfig).not.toHaveProperty('CgroupParent')
  expect(containerBody(spec, alone).HostConfig).toMatchObject({ Memory: 67_108_864 })
  for (const CgroupParent of ['system.slice', '/', '', 'longshore-apps.slice/../system.slice']) {
    const changed = { ...body, HostConfig: { ...body.HostConfig, CgroupParent } }
    expect(() => checkContainerBody(spec, changed)).toThrow(expect.objectContaining({ code: 'policy_refused' }))
  }
})

test('publishes a port on the loopback address only', () => {
  const published = containerBody({ ...spec, publishes: { port: 5_432, loopbackPort: 15_432 } }, placement)
  const bindings = { '5432/tcp': [{ HostIp: '127.0.0.1', HostPort: '15432' }] }
  expect(published.HostConfig).toMatchObject({ PortBindings: bindings })
  for (const binding of [
    { HostIp: '0.0.0.0', HostPort: '15432' },
    { HostIp: '', HostPort: '15432' },
    { HostIp: '::', HostPort: '15432' },
    { HostPort: '15432' },
    { HostIp: '127.0.0.1', HostPort: '80' },
    { HostIp: '127.0.0.1', HostPort: '' },
  ]) {
    const changed = { ...published, HostConfig: { ...published.HostConfig, PortBindings: { '5432/tcp': [binding] } } }
    const refused = expect.objectContaining({ code: 'policy_refused' })
    expect(() => checkContainerBody(spec, changed as unknown as ContainerBody)).toThrow(refused)
  }
})

test('has at least sixty different escapes', () => {
  expect(escapes.length).toBeGreaterThanOrEqual(60)
  expect(new Set(escapes.map((each) => each.name)).size).toBe(escapes.length)
})

test.each(escapes)('rejects: $name', ({ change }) => {
  const changed = change(structuredClone(body)) as unknown as ContainerBody
  expect(() => checkContainerBody(spec, changed)).toThrow(expect.objectContaining({ code: 'policy_refused' }))
})

const confinedSpec: ContainerSpec = { ...spec, network: null, aliases: [], volumes: [], confined: true }
const confinedBody = containerBody(confinedSpec, placement)

test.each(confinedEscapes)('rejects for a confined container: $name', ({ change }) => {
  // The engine gets the body as JSON, without undefined values.
  const changed = JSON.parse(JSON.stringify(change(structuredClone(confinedBody)))) as ContainerBody
  const refused = expect.objectContaining({ code: 'policy_refused' })
  expect(() => checkContainerBody(confinedSpec, confinedBody)).not.toThrow()
  expect(() => checkContainerBody(confinedSpec, changed)).toThrow(refused)
})

test('a confined container has neither options nor files, whatever its body says', () => {
  for (const change of [{ options: {} }, { options }, { files: [] }]) {
    const changed = { ...confinedSpec, ...change }
    expect(() => checkContainerBody(changed, containerBody(changed, placement))).toThrow(RuntimeError)
    expect(() => checkContainerBody(changed, confinedBody)).toThrow(/options|files/)
  }
})

test('neither policy accepts the body of the other one', () => {
  expect(() => checkContainerBody(confinedSpec, body)).toThrow(RuntimeError)
  expect(() => checkContainerBody(spec, confinedBody)).toThrow(/IpcMode/)
})

test.each([
  ['volume of the server', { volumes: [{ name: '/etc', path: '/x' }] }],
  ['volume of another owner', { volumes: [{ name: 'data', path: '/x' }] }],
  ['two volumes at one place', { volumes: [1, 2].map((n) => ({ name: `longshore-svc_${n}-data`, path: '/x' })) }],
  ['host network', { network: 'host' }],
  ['network of a container', { network: 'container:longshore-proxy' }],
  ['beside the proxy', { network: null, beside: 'longshore-proxy' }],
  ['image by name', { image: 'debian' }],
  ['label that is not ours', { labels: { 'traefik.enable': 'true' } }],
  ['alias that is not a name', { aliases: ['a b'] }],
  ['endless pids', { pids: 0 }],
] satisfies [string, Partial<ContainerSpec>][])('rejects a specification: %s', (_name, change) => {
  const changed = { ...spec, ...change }
  expect(() => checkContainerBody(changed, containerBody(changed, placement))).toThrow(RuntimeError)
})

test.each(['', 'x', 'longshore-', '../longshore-a', 'longshore-a/b', 'longshore-a b'])(
  'rejects the name %j',
  (name) => {
    expect(() => checkContainerBody({ ...spec, name }, body)).toThrow(RuntimeError)
  },
)

test('rejects a label of another instance', () => {
  const sneaky = containerBody({ ...spec, labels: { 'longshore.instance': 'two' } }, placement)
  expect(sneaky.Labels['longshore.instance']).toBe('one')
})

test('a container belongs to no compose project, whatever its image says', () => {
  const name = 'com.docker.compose.project'
  const claiming = containerBody({ ...spec, labels: { [name]: 'longshore' } }, placement)
  expect(claiming.Labels).toMatchObject({ [name]: '' })
  for (const labels of [
    { ...body.Labels, [name]: 'longshore' },
    { 'longshore.instance': 'one', 'longshore.specification': 'a' },
  ])
    expect(() => checkContainerBody(spec, { ...body, Labels: labels } as unknown as ContainerBody)).toThrow(
      /Labels|container/,
    )
})

test('the error contains the path and never the value', () => {
  const secret = { ...body, Env: ['A=\0hunter2'] }
  expect(() => checkContainerBody(spec, secret)).toThrow(/Env\.0/)
  expect(() => checkContainerBody(spec, secret)).not.toThrow(/hunter2/)
})

describe('what an operator allows on a server', () => {
  const refused = expect.objectContaining({ code: 'policy_refused' })
  const check = (grants: Grants, allowed?: Allowances) => {
    const wanted = { ...spec, grants }
    checkContainerBody(wanted, containerBody(wanted, placement), allowed)
  }

  test.each(allowedCases)('admits $name, and nothing else', ({ allowed, grants, beyond }) => {
    expect(() => check(grants, allowed)).not.toThrow()
    expect(() => check(grants)).toThrow(refused)
    for (const other of beyond) expect(() => check(other, allowed)).toThrow(refused)
    for (const other of allowedCases)
      if (other.allowed !== allowed && !other.allowed.hostPaths.some(({ path }) => allowed.hostPaths[0]?.path === path))
        expect(() => check(other.grants, allowed)).toThrow(refused)
  })

  test.each(neverAllowed)('never admits $grants', ({ allowed, grants }) => {
    expect(() => check(grants, allowed)).toThrow(refused)
  })

  test.each(escapes)('still rejects: $name', ({ change }) => {
    const all: Allowances = {
      hostPaths: [{ path: '/srv/media', writable: true }],
      dockerSocket: true,
      capabilities: ['NET_ADMIN', 'NET_RAW'],
      devices: ['/dev/dri', '/dev/net/tun'],
    }
    const changed = change(structuredClone(body)) as unknown as ContainerBody
    expect(() => checkContainerBody(spec, changed, all)).toThrow(refused)
  })

  test('a confined container gets nothing of it', () => {
    const { allowed, grants } = allowedCases[0] ?? { allowed: undefined, grants: {} }
    expect(() => checkContainerBody({ ...confinedSpec, grants }, confinedBody, allowed)).toThrow(/grants/)
  })
})
