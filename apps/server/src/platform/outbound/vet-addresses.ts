/** Resolves the host of a URL to the IP addresses that are allowed; names are looked up once, here. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressPolicy, isAllowed, isHost, isNamed } from '@longshore/addresses'
import { OutboundError } from './outbound-error.ts'

/** Returns all IP addresses of a name. */
export type LookupAll = (host: string) => Promise<readonly { address: string }[]>

export interface VetOptions {
  allow: AddressPolicy
  lookupAll?: LookupAll
  /** Plain http and unusual ports are allowed only where the operator named the network. */
  isPlain: boolean
}

/** Ports that have no web server, or whose servers might interpret an HTTP request as commands. */
const otherServices: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 3306, 5432, 5672, 5900, 5984, 6379, 6443, 9042, 9092, 9200, 11211, 27017,
]) // biome-ignore format: a list
const maximumAddresses = 8

export async function vetAddresses(host: string, port: number, options: VetOptions): Promise<[string, ...string[]]> {
  const known = isIP(host) === 0 ? await lookUp(host, options.lookupAll ?? systemLookup) : [host]
  const allowed = known.filter((address) => isAllowed(options.allow, address, port))
  const isNamedHere = (address: string) => isNamed(options.allow, address, port)
  const usable = allowed.filter((address) => isWebPort(port) || isNamedHere(address))
  const [first, ...rest] = usable.filter((address) => !options.isPlain || isNamedHere(address))
  if (first === undefined) throw new OutboundError(usable.length > 0 ? 'plain_http' : 'address_not_allowed')
  return [first, ...rest.slice(0, maximumAddresses - 1)]
}

function isWebPort(port: number): boolean {
  return port === 443 || port === 80 || (port >= 1024 && !otherServices.has(port))
}

async function lookUp(host: string, lookupAll: LookupAll): Promise<string[]> {
  if (!isHost(host)) throw new OutboundError('invalid_url')
  const found = await lookupAll(host).catch((cause: unknown) => {
    throw new OutboundError('dns_failed', { cause })
  })
  return [...new Set(found.map((each) => each.address))]
}

async function systemLookup(host: string): Promise<{ address: string }[]> {
  return await lookup(host, { all: true, order: 'verbatim' })
}
