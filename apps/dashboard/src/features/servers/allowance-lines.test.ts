import { expect, test } from 'vitest'
import { toAllowanceBody, toAllowanceValues } from './allowance-lines.ts'

test('reading what was written gives the same list', () => {
  const allowed = {
    hostPaths: [
      { path: '/srv/media', writable: false },
      { path: '/srv/my files', writable: true },
    ],
    dockerSocket: true,
    capabilities: ['NET_ADMIN', 'NET_RAW'] as ['NET_ADMIN', 'NET_RAW'],
    devices: ['/dev/dri'],
  }
  const values = toAllowanceValues({ ...allowed, serverId: 'srv_1', version: 1 })
  expect(toAllowanceBody(values)).toEqual(allowed)
})

test('empty lines and a stated `ro` change nothing', () => {
  const values = { hostPaths: '\n  /srv/a ro \n', dockerSocket: false, capabilities: '', devices: '\n' }
  expect(toAllowanceBody(values)).toMatchObject({ hostPaths: [{ path: '/srv/a', writable: false }], devices: [] })
})
