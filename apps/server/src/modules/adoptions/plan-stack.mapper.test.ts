import { ForeignContainer, ForeignImage } from '@longshore/remote/stacks'
import { expect, test } from 'vitest'
import { describeService } from './describe-container.mapper.ts'
import { planStack } from './plan-stack.mapper.ts'
import type { RunningService } from './running-stack.policy.ts'

const imageId = `sha256:${'a'.repeat(64)}`
let lastId = 0

interface Fields {
  config?: object
  host?: object
  image?: object
  mounts?: object[]
  digests?: string[]
  isRunning?: boolean
}

function service(
  name: string,
  { config, host, image, mounts = [], digests = [], isRunning = true }: Fields,
): RunningService {
  lastId += 1
  const container = ForeignContainer.parse({
    Id: lastId.toString(16).padStart(64, '0'),
    Name: `/shop-${name}-1`,
    Image: imageId,
    State: { Status: isRunning ? 'running' : 'exited', Running: isRunning },
    Config: { Image: 'app:1', Labels: {}, ...config },
    HostConfig: { ...host },
    Mounts: mounts,
    NetworkSettings: { Networks: {} },
  })
  const from = ForeignImage.parse({ Id: imageId, RepoDigests: digests, Config: { ...image } })
  return describeService(name, [container], { image: from, dependsOn: [] })
}

const bind = (source: string, path: string, RW = true) => ({ Type: 'bind', Source: source, Destination: path, RW })
const volume = (name: string, path: string, RW = true) => ({
  Type: 'volume',
  Name: name,
  Source: '/x',
  Destination: path,
  RW,
})
const stackOf = (services: RunningService[], writtenElsewhere: string[] = []) => ({
  name: 'shop',
  services,
  writtenElsewhere,
})
const plan = (...services: RunningService[]) => planStack(stackOf(services), new Map(), null)
const codes = (...services: RunningService[]) =>
  plan(...services)
    .findings.filter(({ severity }) => severity === 'blocks')
    .map(({ code }) => code)

test('only what differs from the image becomes a setting', () => {
  const image = {
    Cmd: ['node', 'a.js'],
    Entrypoint: ['tini'],
    Env: ['PATH=/bin', 'A=1'],
    User: 'node',
    WorkingDir: '/app',
  }
  const [same] = plan(service('web', { config: image, image })).services
  expect(same).toMatchObject({ command: null, container: null })
  const config = { ...image, Cmd: ['node', 'b.js'], User: '1000:1000', Env: ['PATH=/bin', 'A=2', 'B=x=y'] }
  const other = plan(service('web', { config, image }))
  expect(other.services[0]).toMatchObject({
    command: ['node', 'b.js'],
    container: { user: '1000:1000', entrypoint: null },
  })
  expect(other.variables.map(({ key, value }) => [key, value])).toEqual([
    ['A', '2'],
    ['B', 'x=y'],
  ])
})

test('a changed entrypoint resets the command of the image, as in Docker', () => {
  const image = { Cmd: ['serve'], Entrypoint: ['/entry'] }
  const [changed] = plan(service('web', { image, config: { Entrypoint: ['python', '-u'], Cmd: ['run it'] } })).services
  expect(changed).toMatchObject({ container: { entrypoint: ['python', '-u'] }, command: ['run it'] })
  const [reset] = plan(service('web', { image, config: { Entrypoint: [], Cmd: ['node', 'x'] } })).services
  expect(reset).toMatchObject({ container: { entrypoint: ['node', 'x'] }, command: null })
})

test('services that mount the same source share the volume of the one that writes', () => {
  const reader = service('a-reader', { mounts: [volume('shop_data', '/in', false)] })
  const writer = service('b-writer', { mounts: [volume('shop_data', '/out')] })
  const { services, data } = plan(reader, writer)
  expect(data).toMatchObject([{ service: 'b-writer', volume: 'data', path: '/out', source: 'shop_data' }])
  expect(services.map(({ volumes }) => volumes)).toEqual([
    [{ name: 'data', path: '/in', service: 'b-writer' }],
    [{ name: 'data', path: '/out', service: null }],
  ])
})

test('an image of a registry is pinned by the digest of its own name', () => {
  const digests = [`other@sha256:${'b'.repeat(64)}`, `ghcr.io/me/app@sha256:${'c'.repeat(64)}`]
  const [pinned] = plan(service('web', { config: { Image: 'ghcr.io/me/app:1' }, digests })).services
  expect(pinned?.source).toEqual({ builder: 'image', image: digests[1] })
  const [local] = plan(service('web', {})).services
  expect(local?.source).toEqual({ builder: 'image', image: imageId })
})

test.each([
  ['privileged', { host: { Privileged: true } }],
  ['host_network', { host: { NetworkMode: 'host' } }],
  ['shared_network', { host: { NetworkMode: `container:${'1'.repeat(64)}` } }],
  ['host_namespace', { host: { PidMode: 'host' } }],
  ['devices', { host: { Devices: [{}] } }],
  ['capabilities', { host: { CapAdd: ['CAP_SYS_ADMIN'] } }],
  ['docker_socket', { mounts: [bind('/var/run/docker.sock', '/var/run/docker.sock')] }],
  ['system_mount', { mounts: [bind('/etc/nginx', '/etc/nginx')] }],
  ['system_mount', { mounts: [bind('/', '/host')] }],
  ['system_mount', { mounts: [bind('/root/', '/data')] }],
  ['not_running', { isRunning: false }],
])('%s blocks an adoption', (code, fields) => {
  expect(codes(service('web', fields))).toEqual([code])
})

test.each([
  { mounts: [bind('/root/app/data', '/data')] },
  { mounts: [bind('/etc/localtime', '/etc/localtime', false)] },
  { host: { CapAdd: ['NET_BIND_SERVICE'] } },
  { host: { ExtraHosts: ['a:1.2.3.4'] } },
])('%j blocks nothing', (fields) => {
  expect(codes(service('web', fields))).toEqual([])
})

test('a proxy of its own is left out and stops at the switch; alone it is the app', () => {
  const ports = { PortBindings: { '80/tcp': [{ HostIp: '', HostPort: '80' }] } }
  const proxy = service('proxy', {
    config: { Image: 'caddy:2' },
    host: ports,
    mounts: [bind('/var/run/docker.sock', '/s')],
  })
  const web = service('web', { config: { ExposedPorts: { '3000/tcp': {} } } })
  const both = plan(proxy, web)
  expect(both.leftOut).toEqual(['proxy'])
  expect(both.stopped.map(({ name }) => name)).toEqual(['proxy', 'web'])
  expect(both.services).toMatchObject([{ name: 'web', kind: 'web', port: 3000 }])
  const alone = plan(service('caddy', { config: { Image: 'caddy:2' }, host: ports }))
  expect(alone.services).toMatchObject([{ name: 'caddy', kind: 'web', port: 80 }])
})

test('secrets are found by name and value, and mounted files are always secret', () => {
  const web = service('web', {
    config: { Env: ['DB_PASSWORD=a', 'URL=redis://u:p@h', 'PORT=1'] },
    mounts: [bind('/srv/c', '/c')],
  })
  const files = new Map([['web', [{ path: '/c', isReadOnly: true, content: 'text' }]]])
  const { variables, services, data } = planStack(stackOf([web]), files, null)
  expect(variables.map(({ key, secret }) => [key, secret])).toEqual([
    ['DB_PASSWORD', true],
    ['URL', true],
    ['PORT', false],
    ['FILE_C', true],
  ])
  expect(services[0]?.files).toMatchObject([{ path: '/c', variable: 'FILE_C' }])
  expect(data).toEqual([])
})

test('names become valid, stay unique, and the old ones are kept as aliases', () => {
  const { services } = plan(service('Web_App', {}), service('web.app', {}))
  expect(services.map(({ name, aliases }) => [name, aliases])).toEqual([
    ['web-app', ['Web_App', 'shop-Web_App-1']],
    ['web-app-2', ['web.app', 'shop-web.app-1']],
  ])
})

test.each([
  ['the same volume', 'shop_data', volume('shop_data', '/data')],
  ['a folder inside', '/srv/shop/uploads', bind('/srv/shop', '/data')],
  ['the folder around it', '/srv/shop', bind('/srv/shop/data', '/data')],
])('blocked while a container outside of the project writes to %s', (_, source, mount) => {
  const web = service('web', { mounts: [mount] })
  const blocked = (elsewhere: string[]) =>
    planStack(stackOf([web], elsewhere), new Map(), null).findings.some(({ code }) => code === 'shared_data')
  expect(blocked([source])).toBe(true)
  expect(blocked(['/srv/shopping', 'shop_data2'])).toBe(false)
})

test('blocked while a service that is left out writes to the same volume, not if it only reads', () => {
  const web = service('web', { mounts: [volume('data', '/data')] })
  const left = (RW: boolean) => service('jobs', { mounts: [volume('data', '/data', RW)] })
  const codesOf = (jobs: RunningService, chosen: string[] | null) =>
    planStack(stackOf([web, jobs]), new Map(), chosen).findings.map(({ code }) => code)
  expect(codesOf(left(true), ['web'])).toContain('shared_data')
  expect(codesOf(left(false), ['web'])).not.toContain('shared_data')
  expect(codesOf(left(true), null)).not.toContain('shared_data')
})

test('a chosen service that is not running is reported', () => {
  const stack = stackOf([
    service('web', {}),
    service('job', { isRunning: false }),
    service('old', { isRunning: false }),
  ])
  const stopped = (chosen: readonly string[] | null) =>
    planStack(stack, new Map(), chosen)
      .findings.filter(({ code }) => code === 'stopped')
      .map((finding) => finding.service)
  expect(stopped(['web', 'job'])).toEqual(['job'])
  expect(stopped(null)).toEqual(['job', 'old'])
})
