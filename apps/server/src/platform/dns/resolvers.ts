/** Selects the resolvers to query: those from the settings, or those of this machine. */
import { getServers } from 'node:dns'
import { isIP } from 'node:net'
import type { DnsServer, QueryDns } from './query-dns.ts'

const maxResolvers = 5

/**
 * Parses `1.1.1.1`, `127.0.0.1:5353`, `[2606:4700::1111]:53` and `system`. Returns undefined if an entry is invalid.
 */
export function parseResolvers(list: readonly string[]): DnsServer[] | undefined {
  const servers = list.flatMap((text) => (text === 'system' ? getServers() : [text])).map(parseServer)
  const known = servers.filter((server) => server !== undefined)
  return known.length === servers.length && known.length > 0 ? known.slice(0, maxResolvers) : undefined
}

/** Lookup for `platform/outbound`, so that names resolve there to the same addresses as when they were checked. */
export function createLookupAll(resolvers: readonly DnsServer[], ask: QueryDns) {
  return async (host: string): Promise<{ address: string }[]> => {
    for (const server of resolvers) {
      const signal = new AbortController().signal
      const [v4, v6] = await Promise.all([
        ask(server, { type: 'A', name: host }, signal),
        ask(server, { type: 'AAAA', name: host }, signal),
      ])
      const addresses = [...v4.values, ...v6.values]
      if (addresses.length > 0) return addresses.map((address) => ({ address }))
    }
    throw new Error('no resolver knows an address')
  }
}

function parseServer(text: string): DnsServer | undefined {
  if (isIP(text) !== 0) return { address: text, port: 53 }
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([0-9.]{7,15})):(\d{1,5})$/.exec(text) ?? []
  const address = bracketed ?? plain
  if (address === undefined || isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { address, port: Number(port) }
}
