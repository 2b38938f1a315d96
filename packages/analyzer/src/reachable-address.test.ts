import { expect, test } from 'vitest'
import { isReachableAddress } from './reachable-address.ts'

test.each(['10.1.2.3', '192.168.1.10', '172.20.0.5', '100.64.0.1', '9.9.9.9', '2620:fe::fe', 'fd12:3456::1'])(
  'a name can have the address %s',
  (address) => expect(isReachableAddress(address)).toBe(true),
)

test.each([
  '127.0.0.1', '127.9.9.9', '0.0.0.0', '169.254.169.254', '100.100.100.200', '168.63.129.16', '224.0.0.1',
  '255.255.255.255', '10.210.0.2', '192.0.2.1', '::1', '::', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:9.9.9.9',
  'fd00:ec2::254', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', 'host-gateway', '10.1.2', '0x7f.1', '', '9.9.9.9 ',
])('a name cannot have the address %j', (address) => expect(isReachableAddress(address)).toBe(false)) // biome-ignore format: one list
