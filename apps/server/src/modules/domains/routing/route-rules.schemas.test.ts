import { expect, it } from 'vitest'
import { isReservedHeader, RouteRules } from './route-rules.schemas.ts'

const isUsable = (rules: object) => RouteRules.safeParse(rules).success

it.each(['10.0.0.0/8', '192.0.2.7/32', '2001:db8::/48', '::/0'])('%s is a network', (network) => {
  expect(isUsable({ allowedNetworks: [network] })).toBe(true)
})

it.each(['10.0.0.1', '10.0.0.0/33', '::ffff:1.2.3.0/120', '::1', 'all', ''])("%j isn't a network", (network) => {
  expect(isUsable({ allowedNetworks: [network] })).toBe(false)
})

it.each([
  'Host', 'authorization', 'X-Forwarded-For', 'x-forwarded-anything', 'X-Real-IP', 'Connection', 'Upgrade', 'Content-Length', 'Longshore-Proxy',
])("%s of a request can't be changed", (name) => {
  expect(isUsable({ requestHeaders: { remove: [name] } })).toBe(false)
  expect(isUsable({ requestHeaders: { set: [{ name, value: 'x' }] } })).toBe(false)
}) // biome-ignore format: a list

it.each([
  'Set-Cookie',
  'Strict-Transport-Security',
  'Transfer-Encoding',
  'content-encoding',
  'longshore-proxy',
  'Alt-Svc',
])("%s of a response can't be changed", (name) => {
  expect(isUsable({ responseHeaders: { remove: [name] } })).toBe(false)
  expect(isReservedHeader(name, 'response')).toBe(true)
})

it.each(['', 'X_A', 'X A', 'X-Ä', 'X:', '-X'])("%j isn't a name of a header", (name) => {
  expect(isUsable({ requestHeaders: { remove: [name] } })).toBe(false)
})

it.each(['', ' a', 'a ', 'a\r\nX: y', 'ä', 'a\u0000', 'x'.repeat(1_025)])("%j isn't a value of a header", (value) => {
  expect(isUsable({ responseHeaders: { set: [{ name: 'X-A', value }] } })).toBe(false)
})

it('a header appears once', () => {
  const set = [{ name: 'X-A', value: 'x' }]
  expect(isUsable({ requestHeaders: { set } })).toBe(true)
  expect(isUsable({ requestHeaders: { set, remove: ['x-a'] } })).toBe(false)
})

it.each([
  { requests: 0, seconds: 1 },
  { requests: 1, seconds: 0 },
  { requests: 1, seconds: 3_601 },
])("%j isn't a rate limit", (rateLimit) => {
  expect(isUsable({ rateLimit })).toBe(false)
})
