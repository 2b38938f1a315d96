import { expect, test } from 'vitest'
import { tunnelOf } from './tunnel.policy.ts'

const server = { host: '203.0.113.7', port: 2_222, username: 'deploy' }

test('forwards the port to the same local port, on loopback at both ends', () => {
  expect(tunnelOf({ loopbackPort: 15_432 }, server)).toBe(
    'ssh -N -L 127.0.0.1:15432:127.0.0.1:15432 -p 2222 deploy@203.0.113.7',
  )
})

test('returns null without a port or a server', () => {
  expect(tunnelOf({ loopbackPort: null }, server)).toBeNull()
  expect(tunnelOf({ loopbackPort: 15_432 }, null)).toBeNull()
})
