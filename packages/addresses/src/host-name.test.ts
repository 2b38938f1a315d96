import { expect, test } from 'vitest'
import { isHost } from './host-name.ts'

test.each([
  'example.com',
  'a.b-c.example',
  'host_1',
  'x',
  'example.com.',
  '10.0.0.1',
  'fd00::1',
  'xn--bcher-kva.example',
])('accepts %s as a host', (host) => expect(isHost(host)).toBe(true))

test.each([
  '',
  '-oProxyCommand=x',
  '-x',
  'a;id',
  'a b',
  'user@host',
  '127.0.0.1\nProxyCommand x',
  '[::1]',
  'fe80::1%lo',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '①②⑦.⓪.⓪.①',
  'a..b',
  '.a',
  'a'.repeat(64),
  `${'a.'.repeat(130)}a`,
  'x$(id)',
  'http://x',
  'a/b',
  'x:22',
  'a\0b',
  'a-.b',
])('rejects %s', (host) => {
  expect(isHost(host)).toBe(false)
})
