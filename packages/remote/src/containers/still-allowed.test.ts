import { expect, test } from 'vitest'
import type { Allowances } from '../runtime/container-spec.ts'
import { noAllowances } from './allowances.ts'
import { findWithdrawn, requireStillAllowed } from './still-allowed.ts'

const socket = { Type: 'bind', Source: '/var/run/docker.sock', Destination: '/var/run/docker.sock', RW: true }
const volume = { Type: 'volume', Name: 'data', Source: '/var/lib/docker/volumes/data', Destination: '/data', RW: true }

interface Mount {
  Type: string
  Name?: string
  Source: string
  Destination: string
  RW: boolean
}

function container({ mounts = [volume] as Mount[], capabilities = ['CAP_CHOWN'], devices = [] as string[] } = {}) {
  const Devices = devices.map((path) => ({ PathOnHost: path, PathInContainer: path, CgroupPermissions: 'rw' }))
  const HostConfig = { CapAdd: capabilities, CapDrop: [], SecurityOpt: [], Binds: [], Devices }
  return { Name: '/app', HostConfig, Mounts: mounts }
}

const on = (allowed: Partial<Allowances>) => ({ allowances: async () => ({ ...noAllowances, ...allowed }) })

test('an ordinary container starts without asking', async () => {
  const asked = { allowances: () => Promise.reject(new Error('asked')) }
  await expect(requireStillAllowed(asked, container())).resolves.toBeUndefined()
})

test.each([
  ['the Docker socket', container({ mounts: [volume, socket] }), { dockerSocket: true }],
  ['a capability', container({ capabilities: ['CAP_CHOWN', 'CAP_NET_ADMIN'] }), { capabilities: ['NET_ADMIN'] }],
  ['a device', container({ devices: ['/dev/dri'] }), { devices: ['/dev/dri'] }],
] as const)('a container with %s starts only while the operator allows it', async (_, known, allowed) => {
  await expect(requireStillAllowed(on(allowed), known)).resolves.toBeUndefined()
  await expect(requireStillAllowed(on({}), known)).rejects.toMatchObject({ code: 'policy_refused' })
})

test('a path that may only be read now', async () => {
  const known = container({
    mounts: [{ Type: 'bind', Source: '/srv/media', Destination: '/media', RW: true } as never],
  })
  const hostPaths = [{ path: '/srv/media', writable: true }]
  await expect(requireStillAllowed(on({ hostPaths }), known)).resolves.toBeUndefined()
  const readable = [{ path: '/srv/media', writable: false }]
  await expect(requireStillAllowed(on({ hostPaths: readable }), known)).rejects.toMatchObject({
    code: 'policy_refused',
  })
})

test('names what was taken back, and nothing for an ordinary container', async () => {
  const known = container({ mounts: [volume, socket], capabilities: ['CAP_CHOWN', 'CAP_NET_ADMIN'] })
  expect(await findWithdrawn(on({ dockerSocket: true }), known)).toEqual(['HostConfig.CapAdd'])
  expect(await findWithdrawn(on({}), container())).toEqual([])
})
