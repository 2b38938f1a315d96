/** IP addresses as numbers. An IPv4 address in any IPv6 notation is read as the IPv4 address that it maps to. */
import { isIPv4, isIPv6 } from 'node:net'

export interface IpAddress {
  family: 4 | 6
  value: bigint
}

/** The address that a connection would reach. */
export interface Destination extends IpAddress {
  /** True if the address is reached through a 6to4 relay. */
  isRelayed: boolean
}

export interface Network extends IpAddress {
  prefix: number
}

export function parseAddress(text: string): Destination | undefined {
  if (isIPv4(text)) return { family: 4, value: parseV4(text), isRelayed: false }
  // A zone names a network interface of this machine.
  if (!isIPv6(text) || text.includes('%')) return undefined
  return unwrap({ family: 6, value: parseV6(text) })
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', prefixText, ...rest] = text.split('/')
  const family = isIPv4(address) ? 4 : isIPv6(address) && !address.includes('%') ? 6 : undefined
  if (family === undefined || rest.length > 0) return undefined
  const bits = family === 4 ? 32 : 128
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : -1
  if (prefix < 0 || prefix > bits) return undefined
  return { family, value: family === 4 ? parseV4(address) : parseV6(address), prefix }
}

export function isInNetwork(address: IpAddress, network: Network): boolean {
  if (address.family !== network.family) return false
  const shift = BigInt((network.family === 4 ? 32 : 128) - network.prefix)
  return address.value >> shift === network.value >> shift
}

/** Returns the canonical form of an IPv6 address, without a zone. */
export function canonicalIpv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** Matches against networks in text form; an unreadable network matches nothing. */
export function isInAny(address: string, networks: readonly string[]): boolean {
  const ip = parseAddress(address)
  if (ip === undefined) return false
  return networks.some((text) => {
    const network = parseNetwork(text)
    return network !== undefined && isInNetwork(ip, network)
  })
}

/** Prefixes that embed an IPv4 address, and the position of that address, counted from the right. */
const disguises: readonly { network: Network; shift: bigint }[] = [
  { network: network('::ffff:0:0/96'), shift: 0n },
  { network: network('::ffff:0:0:0/96'), shift: 0n },
  { network: network('64:ff9b::/96'), shift: 0n },
  { network: network('2002::/16'), shift: 80n },
  { network: network('::/96'), shift: 0n },
]

function unwrap(address: IpAddress): Destination {
  const disguise = disguises.find((each) => isInNetwork(address, each.network))
  // `::` and `::1` are not embedded IPv4 addresses.
  if (disguise === undefined || address.value <= 1n) return { ...address, isRelayed: false }
  return { family: 4, value: (address.value >> disguise.shift) & 0xffff_ffffn, isRelayed: disguise.shift !== 0n }
}

function parseV4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function parseV6(text: string): bigint {
  const dotted = text.lastIndexOf(':') + 1
  const v4 = text.includes('.') ? parseV4(text.slice(dotted)) : undefined
  const hex =
    v4 === undefined ? text : `${text.slice(0, dotted)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`
  const [left = '', right] = hex.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const head = groups(left)
  const tail = right === undefined ? [] : groups(right)
  const middle = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...middle, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

function network(text: string): Network {
  const parsed = parseNetwork(text)
  if (parsed === undefined) throw new TypeError(`${text} is not a network`)
  return parsed
}
