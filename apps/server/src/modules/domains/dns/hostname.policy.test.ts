import { expect, it } from 'vitest'
import { apexOf } from '../../../platform/dns/public-suffix.policy.ts'
import { maxHostname, parseHostname } from './hostname.policy.ts'
import { isReservedHostname } from './reserved-hostnames.policy.ts'

it.each([
  ['App.Example.COM', 'app.example.com'],
  ['example.com.', 'example.com'],
  ['bücher.example.com', 'xn--bcher-kva.example.com'],
  ['BÜCHER.example.com', 'xn--bcher-kva.example.com'],
  ['bu\u0308cher.example.com', 'xn--bcher-kva.example.com'],
  ['straße.example.de', 'xn--strae-oqa.example.de'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['xn--bcher-kva.example.com', 'xn--bcher-kva.example.com'],
  ['shop.github.io', 'shop.github.io'],
  ['a-b--c.example.com', 'a-b--c.example.com'],
  ['1.example.com', '1.example.com'],
])('%s is %s', (text, hostname) => {
  expect(parseHostname(text)).toEqual({ hostname })
})

it.each([
  ['', 'invalid'],
  ['.', 'invalid'],
  ['..', 'address'],
  ['a..example.com', 'invalid'],
  ['.example.com', 'invalid'],
  ['example.com..', 'invalid'],
  ['*.example.com', 'wildcard'],
  ['*', 'wildcard'],
  ['127.0.0.1', 'address'],
  ['0x7f.1', 'address'],
  ['app.1', 'address'],
  ['[::1]', 'address'],
  ['::1', 'address'],
  ['example.com:443', 'more_than_a_name'],
  ['localhost', 'single_label'],
  ['com', 'single_label'],
  ['co.uk', 'public_suffix'],
  ['github.io', 'public_suffix'],
  ['-a.example.com', 'invalid'],
  ['a-.example.com', 'invalid'],
  ['a_b.example.com', 'invalid'],
  ['http://example.com', 'more_than_a_name'],
  ['https://example.com:8443/path?x#y', 'more_than_a_name'],
  ['example.com/path', 'more_than_a_name'],
  ['user@example.com', 'more_than_a_name'],
  [' example.com', 'invalid'],
  ['example.com\n', 'invalid'],
  ['evil.com {\n} http://x', 'more_than_a_name'],
  ['x`) || PathPrefix(`/.com', 'more_than_a_name'],
  ['a\u0000b.com', 'invalid'],
  ['xn--.example.com', 'invalid'],
  ['xn--a.example.com', 'internationalized'],
  ['xn--example-.com', 'invalid'],
  ['ab--c.example.com', 'internationalized'],
  ['ｅxample.com', 'internationalized'],
  ['example。com', 'invalid'],
  ['a\u200db.com', 'invalid'],
  ['a\u202eb.com', 'invalid'],
  ['exam\u00adple.com', 'invalid'],
  ['１２７.0.0.1', 'internationalized'],
  ['{env.HOME}.com', 'invalid'],
  [`${'a'.repeat(64)}.com`, 'too_long'],
  [`${'a.'.repeat(130)}com`, 'too_long'],
  ['a'.repeat(2_000), 'too_long'],
])('%j is %s', (text, fault) => {
  expect(parseHostname(text)).toEqual({ fault })
})

it('leaves room for the name of the verification record', () => {
  const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(maxHostname - 196)}.com`
  expect(parseHostname(longest)).toEqual({ hostname: longest })
  expect(parseHostname(`d${longest}`.slice(0, 63) + longest.slice(62))).toEqual({ fault: 'too_long' })
})

it('knows the registrable domain', () => {
  expect(apexOf('a.b.example.co.uk')).toBe('example.co.uk')
  expect(apexOf('a.shop.github.io')).toBe('shop.github.io')
  expect(apexOf('co.uk')).toBeUndefined()
})

const names = { publicUrl: 'https://ops.example.net:8443', addressDomain: 'sslip.io', allowed: ['intra.test'] }

it.each([
  ['ops.example.net', true],
  ['shop.ops.example.net', true],
  ['example.net', false],
  ['shop.example.net', false],
  ['notops.example.net', false],
  ['app-1-2-3-4.sslip.io', true],
  ['app.localhost', true],
  ['printer.local', true],
  ['db.internal', true],
  ['box.home.arpa', true],
  ['1.in-addr.arpa', true],
  ['abc.onion', true],
  ['shop.test', true],
  ['shop.intra.test', false],
  ['shop.nosuchtld', true],
  ['shop.example.com', false],
])('%s is reserved: %s', (hostname, isReserved) => {
  expect(isReservedHostname(hostname, names)).toBe(isReserved)
})
