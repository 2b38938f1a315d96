import { expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

test('an IPv4 address is one caller, however it is written', () => {
  for (const form of [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::FFFF:192.0.2.7',
    '::ffff:c000:207',
    '0:0:0:0:0:ffff:c000:0207',
  ]) {
    expect(addressKey(form)).toBe('192.0.2.7')
  }
})

test('all addresses of one /64 are one caller, however they are written', () => {
  const forms = [
    '2001:db8:0:1::',
    '2001:db8::1:0:0:0:1',
    '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
    '2001:DB8:0:1::5%eth0',
  ]
  for (const form of forms) expect(addressKey(form)).toBe('2001:db8:0:1::/64')
})

test('two networks are two callers', () => {
  expect(addressKey('2001:db8:0:1::1')).not.toBe(addressKey('2001:db8:0:2::1'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
})

test("returns anything that isn't an IP address unchanged", () => {
  expect(addressKey('unknown')).toBe('unknown')
  expect(addressKey('')).toBe('')
})
