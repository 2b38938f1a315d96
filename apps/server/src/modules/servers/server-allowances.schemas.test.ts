import { capabilityNames } from '@longshore/analyzer/server-parts'
import { describeMissing } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { nothingAllowed, StoredAllowances } from './server-allowances.schemas.ts'

const isValid = (part: object) => StoredAllowances.safeParse({ ...nothingAllowed, ...part }).success
const path = (text: string, writable = false) => ({ path: text, writable })

test.each([
  '/', '/etc', '/srv', '/root/x', '/proc/1', '/sys/x', '/dev/sda', '/boot/x', '/var/lib/docker/volumes', '/run/docker.sock',
  '/var/lib/longshore', '/home/ada', '/opt/containerd', '/opt/longshore/x', '/srv/../etc', '/srv/a/', '/srv//a', '/srv/a:b',
])('never allows the path %s', (text) => {
  expect(isValid({ hostPaths: [path(text)] })).toBe(false)
}) // biome-ignore format: one list

test('refuses paths below each other, because a program could put a link there', () => {
  expect(isValid({ hostPaths: [path('/srv/a', true), path('/srv/a/b')] })).toBe(false)
  expect(isValid({ hostPaths: [path('/srv/a/b'), path('/srv/a')] })).toBe(false)
  expect(isValid({ hostPaths: [path('/srv/a'), path('/srv/a')] })).toBe(false)
  expect(isValid({ hostPaths: [path('/srv/a'), path('/srv/ab')] })).toBe(true)
})

test.each(['SYS_ADMIN', 'SYS_MODULE', 'DAC_READ_SEARCH', 'MKNOD', 'ALL', 'CAP_NET_ADMIN'])(
  'never allows %s',
  (name) => {
    expect(isValid({ capabilities: [name] })).toBe(false)
  },
)

test('the policy of containers admits everything that can be allowed', () => {
  const devices = ['/dev/dri', '/dev/net/tun', '/dev/ttyUSB0', '/dev/serial/by-id/usb-1']
  const allowed = StoredAllowances.parse({
    hostPaths: [path('/srv/media', true), path('/opt/app/data')],
    dockerSocket: true,
    capabilities: capabilityNames,
    devices,
  })
  const hostMounts = [
    { source: '/srv/media', path: '/a', readOnly: false },
    { source: '/opt/app/data', path: '/b', readOnly: true },
    { source: '/var/run/docker.sock', path: '/var/run/docker.sock', readOnly: true },
  ]
  const grants = { hostMounts, capabilities: capabilityNames, devices }
  expect(describeMissing(grants, allowed)).toEqual([])
  expect(describeMissing(grants, nothingAllowed)).toHaveLength(
    hostMounts.length + capabilityNames.length + devices.length,
  )
})
