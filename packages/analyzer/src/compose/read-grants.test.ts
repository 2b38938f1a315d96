import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function read(keys: object) {
  const text = JSON.stringify({ services: { web: { image: 'nginx:1.29', ...keys } } })
  const { services, warnings } = await analyze(treeOf({ 'compose.yaml': text }))
  const codes = warnings.map(({ code }) => code).filter((code) => /refused|allowance/.test(code))
  return { grants: services[0]?.container?.grants ?? null, codes }
}

const needed = 'compose_needs_allowance'
const refused = 'compose_key_refused'
const none = { hostMounts: [], capabilities: [], devices: [] }

test('reads capabilities in each form, and leaves out those of all containers', async () => {
  const found = await read({ cap_add: ['NET_ADMIN', 'CAP_SYS_PTRACE', 'net_admin', 'CHOWN', 'CAP_SETUID'] })
  expect(found.grants).toEqual({ ...none, capabilities: ['NET_ADMIN', 'SYS_PTRACE'] })
  expect(found.codes).toEqual([needed, needed])
  expect(await read({ cap_add: ['CHOWN'] })).toEqual({ grants: null, codes: [] })
})

test('reads devices that have the same path in the container', async () => {
  const serial = '/dev/serial/by-id/usb-1:1.0'
  const devices = ['/dev/dri', '/dev/net/tun:/dev/net/tun', '/dev/ttyUSB0:/dev/ttyUSB0:rwm', `${serial}:${serial}`]
  const long = { source: '/dev/ttyACM0', target: '/dev/ttyACM0', permissions: 'rwm' }
  const found = await read({ devices: [...devices, long] })
  const expected = ['/dev/dri', '/dev/net/tun', '/dev/ttyUSB0', serial, '/dev/ttyACM0']
  expect(found).toEqual({ grants: { ...none, devices: expected }, codes: expected.map(() => needed) })
})

test('reads paths of the server and the Docker socket, read-only only if the file says so', async () => {
  const volumes = [
    '/var/run/docker.sock:/tmp/docker.sock:ro',
    '/srv/media:/media',
    { type: 'bind', source: '/mnt/disk/films', target: '/films', read_only: true },
  ]
  const found = await read({ volumes })
  expect(found.grants?.hostMounts).toEqual([
    { source: '/var/run/docker.sock', path: '/tmp/docker.sock', readOnly: true },
    { source: '/srv/media', path: '/media', readOnly: false },
    { source: '/mnt/disk/films', path: '/films', readOnly: true },
  ])
  expect(found.codes).toEqual([needed, needed, needed])
})

test.each([
  { cap_add: ['SYS_ADMIN'] },
  { cap_add: ['ALL'] },
  { cap_add: 'ALL' },
  { devices: ['/dev/sda'] },
  { devices: '/dev/sda' },
  { devices: ['/dev/dri:/dev/sda'] },
  { devices: [{ source: '/dev/mem' }] },
  { volumes: ['/etc:/x'] },
  { volumes: ['/srv:/x'] },
  { volumes: ['/srv/a/../../etc:/x'] },
  { volumes: ['/srv/a.sock:/x'] },
  { volumes: ['/srv/a:/proc/x'] },
  { volumes: ['/var/run:/x'] },
])('refuses %j', async (keys) => {
  expect(await read(keys)).toEqual({ grants: null, codes: [refused] })
})

test('two mounts with one path in the container: the first stays', async () => {
  const found = await read({ volumes: ['/srv/a:/x', '/srv/b:/x'] })
  expect(found.grants?.hostMounts.map(({ source }) => source)).toEqual(['/srv/a'])
  expect(found.codes).toEqual([needed, refused])
})
