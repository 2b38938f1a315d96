/** A new connection from the Internet, as a firewall sees it. */
import { BlockList, isIP } from 'node:net'

export interface Packet {
  family: 'ipv4' | 'ipv6'
  protocol: 'tcp' | 'udp'
  port: number
  /** Interface of the default route; undefined if unknown. */
  interface: string | undefined
  source: string
  /** The server's IP address for this connection; undefined if unknown. */
  destination: string | undefined
}

/** If a rule isn't understood, its result stays open and is never guessed. */
export type Match = 'yes' | 'no' | 'maybe'
/** `next` continues with the next rule; `return` continues in the calling chain. */
export type Outcome = 'accept' | 'drop' | 'next' | 'return' | 'unclear'

export const untrustedSource = { ipv4: '203.0.113.7', ipv6: '2001:db8::7' } as const

export function not(match: Match): Match {
  return match === 'yes' ? 'no' : match === 'no' ? 'yes' : 'maybe'
}

/** If `address` is undefined, it is any public address, so only special ranges certainly don't contain it. */
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

/** An interface name as iptables writes it: `+` at the end matches anything. */
export function matchInterface(pattern: string, name: string | undefined): Match {
  if (name === undefined) return pattern === 'lo' || /^(?:docker|br-|veth)/.test(pattern) ? 'no' : 'maybe'
  const isWild = pattern.endsWith('+') || pattern.endsWith('*')
  return (isWild ? name.startsWith(pattern.slice(0, -1)) : name === pattern) ? 'yes' : 'no'
}
