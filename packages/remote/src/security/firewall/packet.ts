/** A new connection from somewhere on the Internet, as a firewall sees it. */
import { BlockList, isIP } from 'node:net'

export interface Packet {
  family: 'ipv4' | 'ipv6'
  protocol: 'tcp' | 'udp'
  port: number
  /** Name of the interface that the default route uses; undefined when it is not known. */
  interface: string | undefined
  source: string
  /** Our own address as the server names it; undefined when it is not known. */
  destination: string | undefined
}

/** A rule can be one that we do not understand; what follows from it is then open, never a guess. */
export type Match = 'yes' | 'no' | 'maybe'
/** `next`: it goes on to the rule after; `return`: to the chain that it came from. */
export type Outcome = 'accept' | 'drop' | 'next' | 'return' | 'unclear'

export const untrustedSource = { ipv4: '203.0.113.7', ipv6: '2001:db8::7' } as const

export function not(match: Match): Match {
  return match === 'yes' ? 'no' : match === 'no' ? 'yes' : 'maybe'
}

/** `address` undefined: somebody's public address, so only special ranges are sure not to hold it. */
export function matchAddress(range: string, address: string | undefined): Match {
  const [base = '', bits] = range.split('/')
  const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
  const length = bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits)
  if (isIP(base) === 0 || !Number.isInteger(length) || length < 0 || length > (family === 'ipv4' ? 32 : 128))
    return 'maybe'
  if (length === 0) return 'yes'
  if (address === undefined) return /^(?:22[4-9]|23\d)\.|^ff/i.test(base) ? 'no' : 'maybe'
  const list = new BlockList()
  list.addSubnet(base, length, family)
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') ? 'yes' : 'no'
}

export function matchPort(ranges: string, port: number): Match {
  let isIn = false
  for (const range of ranges.split(',')) {
    const [from = '', to = from] = range.split(':')
    if (!/^\d{1,5}$/.test(from) || !/^\d{1,5}$/.test(to)) return 'maybe'
    if (port >= Number(from) && port <= Number(to)) isIn = true
  }
  return isIn ? 'yes' : 'no'
}

/** A name as iptables writes it: `+` at the end stands for anything. */
export function matchInterface(pattern: string, name: string | undefined): Match {
  if (name === undefined) return pattern === 'lo' || /^(?:docker|br-|veth)/.test(pattern) ? 'no' : 'maybe'
  const isWild = pattern.endsWith('+') || pattern.endsWith('*')
  return (isWild ? name.startsWith(pattern.slice(0, -1)) : name === pattern) ? 'yes' : 'no'
}
