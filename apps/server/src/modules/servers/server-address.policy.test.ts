import { expect, test } from 'vitest'
import { isHost, isHostname, normalizeHost, usernamePattern } from './server-address.policy.ts'

test.each([
  'server.example.com',
  'localhost',
  'a',
  'xn--bcher-kva.example',
  '192.0.2.7',
  '2001:db8::1',
  '::1',
  'fe80::1',
  `${'a'.repeat(63)}.example`,
])('%s is a host', (host) => {
  expect(isHost(normalizeHost(host))).toBe(true)
})

test.each([
  '',
  '-oProxyCommand=id',
  '-server.example',
  'server-.example',
  'a;id',
  'a b',
  '127.0.0.1\nProxyCommand id',
  'user@host',
  'host:22',
  'host/path',
  '$(id)',
  '`id`',
  'server..example',
  'server.example.',
  'server_1.example',
  'büro.example',
  '[::1]',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '127.1',
  '0177.0.0.1',
  '127.0.0.01',
  '256.1.1.1',
  '1.2.3.4.5',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}a.b`,
  'a\u0000b',
])('%j is not a host', (host) => {
  expect(isHost(normalizeHost(host))).toBe(false)
})

test('an address has one spelling', () => {
  expect(normalizeHost('2001:0DB8:0:0::1')).toBe('2001:db8::1')
  expect(normalizeHost('Server.Example.COM')).toBe('server.example.com')
})

test("an address isn't a hostname", () => {
  expect(isHostname('192.0.2.7')).toBe(false)
  expect(isHostname('apps.example.com')).toBe(true)
})

test.each(['root', 'deploy', '_apt', 'a-b_c9', 'a'.repeat(32)])('%s is a user', (name) => {
  expect(usernamePattern.test(name)).toBe(true)
})

test.each(['', '-l', 'Root', 'root$(id)', 'a b', 'root\n', '0day', 'a'.repeat(33), 'a.b', 'a@b'])(
  '%j is not a user',
  (name) => {
    expect(usernamePattern.test(name)).toBe(false)
  },
)
