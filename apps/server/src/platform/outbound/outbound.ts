/**
 * The only HTTP client for other systems. The IP address is checked in the socket's own lookup, so the checked address
 * is the one that is used. Callers handle redirects; everything has a limit.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressPolicy } from '@longshore/addresses'
import { createCircuits } from './circuit.ts'
import { exchange } from './exchange.ts'
import { OutboundError } from './outbound-error.ts'
import type { OutboundLimits, OutboundRequest, OutboundResponse } from './outbound-request.ts'
import { type Destination, parseDestination } from './parse-destination.ts'
import { type LookupAll, vetAddresses } from './vet-addresses.ts'

export interface Outbound extends Disposable {
  request(request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Returns allowed IP addresses for programs that open their own connection; pass them these instead of a hostname.
   */
  resolve(host: string, port: number, options?: { isPlain?: boolean }): Promise<[string, ...string[]]>
}

export interface OutboundOptions {
  allow: AddressPolicy
  /** Tests replace the DNS lookup. */
  lookupAll?: LookupAll
  limits?: Partial<OutboundLimits>
}

const standardLimits: OutboundLimits = { connectMs: 5_000, firstByteMs: 10_000, totalMs: 20_000 }
const standardBytes = 2 << 20
const agentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: 10_000 }

export function createOutbound({ allow, lookupAll, limits }: OutboundOptions): Outbound {
  const agents = { plain: new HttpAgent(agentOptions), secure: new HttpsAgent(agentOptions) }
  const circuits = createCircuits()
  const vet = (host: string, port: number, isPlain: boolean) =>
    vetAddresses(host, port, { allow, isPlain, ...(lookupAll === undefined ? {} : { lookupAll }) })
  const send = async (destination: Destination, request: OutboundRequest): Promise<OutboundResponse> =>
    await exchange(destination, {
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      body: request.body,
      signal: request.signal,
      maximumBytes: request.maximumBytes ?? standardBytes,
      limits: { ...standardLimits, ...limits, ...request.limits },
      agent: destination.isPlain ? agents.plain : agents.secure,
      vet: () => vet(destination.host, destination.port, destination.isPlain),
    })
  return {
    async request(request) {
      const destination = parseDestination(request.url)
      if (request.scope === null) return await send(destination, request)
      const circuit = `${request.scope} ${destination.host}:${destination.port}`
      const waitSeconds = circuits.refusedForSeconds(circuit)
      if (waitSeconds !== null) throw new OutboundError('circuit_open', { retryAfterSeconds: waitSeconds })
      try {
        const response = await send(destination, request)
        if (response.status >= 500) circuits.failed(circuit)
        else circuits.succeeded(circuit)
        return response
      } catch (error) {
        if (error instanceof OutboundError) circuits.failed(circuit)
        throw error
      }
    },
    resolve: (host, port, options) => vet(host, port, options?.isPlain === true),
    [Symbol.dispose]() {
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}
