/**
 * Resolves user input to the allowed IP addresses. The name is resolved once and the connection uses exactly these
 * addresses, so a DNS rebinding attack gains nothing.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressPolicy, isAllowed, isHost } from '@longshore/addresses'
import { raceSignal } from '@longshore/process/race-signal'
import { abortFailure, failure } from './failures.ts'

const maxAddresses = 4

export async function resolveHost(
  host: string,
  port: number,
  options: { allow: AddressPolicy; signal: AbortSignal },
): Promise<[string, ...string[]]> {
  if (!isHost(host)) throw failure('dns_failed', { detail: 'it is neither a host name nor an address' })
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw failure('connection_refused', { detail: 'no such port' })
  const addresses = isIP(host) === 0 ? await lookUp(host, options.signal) : [host]
  const [first, ...rest] = addresses.filter((each) => isAllowed(options.allow, each, port)).slice(0, maxAddresses)
  if (first === undefined) throw failure('address_not_allowed')
  return [first, ...rest]
}

async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
  const found = await raceSignal(lookup(host, { all: true, order: 'verbatim' }), signal).catch((cause: unknown) => {
    throw signal.aborted ? abortFailure(signal, 'dns_failed') : failure('dns_failed', { cause })
  })
  return [...new Set(found.map((each) => each.address))]
}
