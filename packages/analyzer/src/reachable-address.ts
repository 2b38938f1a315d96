/**
 * Decides which IP addresses a name in a container can have; pure. A name grants nothing that the container can't reach
 * already. Addresses of the server itself, of metadata services, and of Longshore's networks are refused anyway: no
 * program should depend on them.
 */
import { z } from 'zod'

const refused = [
  // This host, loopback, link-local, metadata services, and everything that isn't one machine.
  '0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '168.63.129.16/32', '100.100.100.200/32', '224.0.0.0/3',
  // Documentation and benchmarks.
  '192.0.2.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '192.88.99.0/24',
  // Longshore's networks for containers.
  '10.210.0.0/16',
] // biome-ignore format: one list
const reachableV6 = ['2000::/3', 'fc00::/7']
const refusedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', 'fd00:ec2::/32', 'fd20:ce::/64']

// The sandbox of an analysis has no network module, so addresses are compared as numbers.
const V4 = z.ipv4()
const V6 = z.ipv6()

export function isReachableAddress(address: string): boolean {
  if (V4.safeParse(address).success) return !isIn(address, refused, { bits: 32, read: readV4 })
  // An IPv4 address in IPv6 notation is not the address of a machine.
  if (address.includes('.') || !V6.safeParse(address).success) return false
  const v6 = { bits: 128, read: readV6 }
  return isIn(address, reachableV6, v6) && !isIn(address, refusedV6, v6)
}

interface Family {
  readonly bits: number
  read(address: string): bigint
}

function isIn(address: string, networks: readonly string[], { bits, read }: Family): boolean {
  const value = read(address)
  return networks.some((network) => {
    const [base = '', prefix = ''] = network.split('/')
    const shift = BigInt(bits - Number(prefix))
    return value >> shift === read(base) >> shift
  })
}

function readV4(address: string): bigint {
  return address.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function readV6(address: string): bigint {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const middle = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...middle, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}
