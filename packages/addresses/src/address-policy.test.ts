import { describe, expect, test } from 'vitest'
import { isAllowed, isNamed, parseAddressPolicy } from './address-policy.ts'

const standard = parseAddressPolicy('public,private')
const everything = parseAddressPolicy('0.0.0.0/0,::/0,0.0.0.0/0:1-65535,[::/0]:1-65535')

describe('the default policy', () => {
  test.each([
    '203.0.114.1',
    '8.8.8.8',
    '10.1.2.3',
    '172.17.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '2606:4700::1',
    'fd12::1',
  ])('allows %s', (address) => expect(isAllowed(standard, address, 22)).toBe(true))
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '2001:db8::1',
    '4000::1',
    '2002:808:808::',
  ])('rejects %s', (address) => expect(isAllowed(standard, address, 22)).toBe(false))
})

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.192',
  '168.63.129.16',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '2001::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::',
  '2002:a9fe:a9fe:1::5',
  '::ffff:0:169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  '::ffff:0.0.0.0',
  'localhost',
  '2130706433',
  '127.1',
  '0x7f.1',
  '',
  '[::1]',
])('never allows %s, whatever the list contains', (address) => {
  expect(isAllowed(everything, address, 22)).toBe(false)
})

test.each(['::ffff:127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:0:127.0.0.1', '127.0.0.1'])(
  'allows %s, an address of this machine, only with its port',
  (address) => {
    const policy = parseAddressPolicy('public,private,127.0.0.1:2200-2300')
    expect(isAllowed(policy, address, 22)).toBe(false)
    expect(isAllowed(policy, address, 2250)).toBe(true)
    expect(isAllowed(parseAddressPolicy('0.0.0.0/0,::/0'), address, 22)).toBe(false)
  },
)

test('a list replaces the default, and ports narrow an entry', () => {
  const policy = parseAddressPolicy('10.0.0.0/8:22, [fd00:1::/32]:22-30, 192.0.2.0/24, fd00:2::/32')
  expect(isAllowed(policy, '10.1.1.1', 22)).toBe(true)
  expect(isAllowed(policy, '10.1.1.1', 23)).toBe(false)
  expect(isAllowed(policy, '11.1.1.1', 22)).toBe(false)
  expect(isAllowed(policy, 'fd00:1::5', 30)).toBe(true)
  expect(isAllowed(policy, 'fd00:1::5', 31)).toBe(false)
  expect(isAllowed(policy, 'fd00:2::5', 31)).toBe(true)
  expect(isAllowed(policy, '192.0.2.9', 2222)).toBe(true)
  expect(isAllowed(parseAddressPolicy(''), '8.8.8.8', 22)).toBe(false)
})

test.each([
  '127.0.0.1',
  '127.0.0.0/8',
  '::1',
  '[::1]',
  '10.0.0.0/33',
  '10.0.0/8',
  'example.com',
  '10.0.0.1:0',
  '10.0.0.1:70000',
  '10.0.0.1:30-20',
  '1.2.3.4:x',
  'fe80::1%eth0',
  'all',
  '/8',
  '10.0.0.0/8/8',
  '[10.0.0.0/8',
])('rejects %s as an entry of the list', (part) => {
  expect(() => parseAddressPolicy(part)).toThrow(TypeError)
})

test('only a network entry names an address', () => {
  const policy = parseAddressPolicy('public,private,10.0.0.0/8:3000')
  expect(isNamed(policy, '10.1.1.1', 3000)).toBe(true)
  expect(isNamed(policy, '10.1.1.1', 443)).toBe(false)
  expect(isNamed(policy, '8.8.8.8', 443)).toBe(false)
})
