/**
 * Decides which IP addresses the worker can connect to. Pure. `SSH_ALLOW` and `OUTBOUND_ALLOW` are lists of `public`,
 * `private`, and networks with optional ports. Addresses of this machine need a port, and some addresses are never
 * allowed.
 */
import {
  type Destination,
  type IpAddress,
  isInNetwork,
  type Network,
  parseAddress,
  parseNetwork,
} from './ip-address.ts'

interface Entry {
  kind: 'public' | 'private' | Network
  ports: { from: number; to: number } | undefined
}
export type AddressPolicy = readonly Entry[]

const loopback = networks('127.0.0.0/8 ::1/128')
const privateUse = networks('10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7')
/**
 * Metadata services (including those with ordinary addresses), link-local, multicast, "this host", and tunnels with
 * unknown targets.
 */
const never = networks(
  '0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 168.63.129.16 100.100.100.200 224.0.0.0/4 255.255.255.255',
  '::/128 fe80::/10 fec0::/10 ff00::/8 fd00:ec2::/32 fd20:ce::/64 64:ff9b:1::/48 2001::/32 100::/64',
)
/** Networks for documentation and benchmarks, and reserved ones. No server uses them unless an operator names them. */
const reserved = networks('192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 192.88.99.0/24 240.0.0.0/4')
const globalUnicast = networks('0.0.0.0/0 2000::/3')
const reservedV6 = networks('2001::/23 2001:db8::/32 3fff::/20')

/** Throws a TypeError that names the unreadable part. */
export function parseAddressPolicy(text: string): AddressPolicy {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(parseEntry)
}

export function isAllowed(policy: AddressPolicy, address: string, port: number): boolean {
  const ip = parseAddress(address)
  if (ip === undefined || isIn(ip, never)) return false
  return policy.some((entry) => covers(entry, ip, port))
}

/** True if an entry gives the network itself: an operator who wrote it knows what listens there. */
export function isNamed(policy: AddressPolicy, address: string, port: number): boolean {
  const networksOnly = policy.filter((entry) => typeof entry.kind === 'object')
  return isAllowed(networksOnly, address, port)
}

function covers(entry: Entry, ip: Destination, port: number): boolean {
  if (entry.ports !== undefined && (port < entry.ports.from || port > entry.ports.to)) return false
  if (isIn(ip, loopback))
    return typeof entry.kind === 'object' && entry.ports !== undefined && isInNetwork(ip, entry.kind)
  if (entry.kind === 'private') return isIn(ip, privateUse)
  if (entry.kind === 'public') return isPublic(ip)
  return isInNetwork(ip, entry.kind)
}

function isPublic(ip: Destination): boolean {
  // Anyone can run a 6to4 relay, so an operator has to name what is behind one.
  return (
    !ip.isRelayed && isIn(ip, globalUnicast) && !isIn(ip, privateUse) && !isIn(ip, reserved) && !isIn(ip, reservedV6)
  )
}

function isIn(ip: IpAddress, list: readonly Network[]): boolean {
  return list.some((network) => isInNetwork(ip, network))
}

/** `10.0.0.0/8`, `10.0.0.0/8:22`, `127.0.0.1:2200-2300`, `[fd00::/8]:22`, `fd00::/8`, `public:22`. */
function parseEntry(part: string): Entry {
  const match =
    /^(?:\[([^\]]{2,60})\]|(public|private|[0-9./]{7,18})|([0-9a-fA-F:./]{2,60}))(?::(\d{1,5})(?:-(\d{1,5}))?)?$/.exec(
      part,
    )
  const [, bracketed, plain, bare, from, to] = match ?? []
  // A bare IPv6 network ends in digits and colons, so a port requires brackets.
  const text = bracketed ?? plain ?? (bare === undefined ? undefined : part)
  const kind = text === 'public' || text === 'private' ? text : parseNetwork(text ?? '')
  const ports = from === undefined || bare !== undefined ? undefined : { from: Number(from), to: Number(to ?? from) }
  const hasPorts = ports === undefined || (ports.from >= 1 && ports.to <= 65_535 && ports.from <= ports.to)
  if (kind === undefined || !hasPorts) throw new TypeError(`“${part.slice(0, 80)}” is not a network with ports`)
  if (typeof kind === 'object' && ports === undefined && isIn(kind, loopback))
    throw new TypeError(`“${part.slice(0, 80)}” is this machine itself: it needs a port`)
  return { kind, ports }
}

function networks(...lists: string[]): Network[] {
  return lists
    .join(' ')
    .split(' ')
    .map((text) => {
      const network = parseNetwork(text)
      if (network === undefined) throw new TypeError(`${text} is not a network`)
      return network
    })
}
