/**
 * Sends one query to one DNS server, with a deadline. Responses are untrusted: they are counted, truncated and
 * sanitized. Nothing is cached, because callers want the server's current response.
 */
import { Resolver } from 'node:dns/promises'

export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'NS' | 'CAA'
export type DnsOutcome = 'found' | 'none' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'

export interface DnsServer {
  readonly address: string
  readonly port: number
}

export interface DnsResponse {
  readonly outcome: DnsOutcome
  readonly values: readonly string[]
  readonly durationMs: number
}

export type QueryDns = (
  server: DnsServer,
  question: { type: DnsType; name: string },
  signal: AbortSignal,
) => Promise<DnsResponse>

const maxValues = 20
const maxValue = 255

export function createQueryDns({ timeoutMs, tries }: { timeoutMs: number; tries: number }): QueryDns {
  return async (server, { type, name }, signal) => {
    const startedAt = performance.now()
    const resolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs })
    resolver.setServers([formatServer(server)])
    const end = () => resolver.cancel()
    signal.addEventListener('abort', end, { once: true })
    const timer = setTimeout(end, timeoutMs * tries + 500)
    try {
      signal.throwIfAborted()
      const values = await queries[type](resolver, name)
      return { outcome: values.length > 0 ? 'found' : 'none', values: clean(values), durationMs: since(startedAt) }
    } catch (error) {
      signal.throwIfAborted()
      return { outcome: outcomeOf(error), values: [], durationMs: since(startedAt) }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }
}

export function formatServer({ address, port }: DnsServer): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

const queries: Record<DnsType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  NS: (resolver, name) => resolver.resolveNs(name),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  CAA: async (resolver, name) => (await resolver.resolveCaa(name)).map(formatCaa),
}

/** Formats a CAA record as in a zone file: `0 issue "letsencrypt.org"`. */
function formatCaa({ critical, ...rest }: { critical: number }): string {
  const [tag, value] = Object.entries(rest).find(([name, each]) => name !== 'type' && typeof each === 'string') ?? [
    'unknown',
    '',
  ]
  return `${critical} ${tag} "${String(value)}"`
}

function outcomeOf(error: unknown): DnsOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOTFOUND':
      return 'nxdomain'
    case 'ENODATA':
      return 'none'
    case 'ESERVFAIL':
      return 'servfail'
    case 'EREFUSED':
    case 'ENOTIMP':
    case 'ECONNREFUSED':
      return 'refused'
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return 'timeout'
    default:
      return 'error'
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const control = /[\u0000-\u001f\u007f-\u009f]/g

function clean(values: readonly string[]): string[] {
  return values.slice(0, maxValues).map((value) => value.slice(0, maxValue).replace(control, '?'))
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
