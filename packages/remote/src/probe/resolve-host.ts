/** The first stage: resolves a name to the allowed IP addresses. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { fine, found, type Outcome } from './findings.ts'

/** Decides whether the operator allows connections to this address. */
export type AllowsAddress = (address: string, port: number) => boolean

export type LookupAll = (host: string) => Promise<readonly { address: string }[]>

const maximumAddresses = 4

export async function resolveHost(
  { host, port }: { host: string; port: number },
  { allows, lookupAll = systemLookup }: { allows: AllowsAddress; lookupAll?: LookupAll },
): Promise<{ outcome: Outcome; value?: string[] }> {
  if (isIP(host) !== 0) return evaluateAddresses([host], { port, allows, isLiteral: true })
  try {
    const known = await lookupAll(host)
    const addresses = [...new Set(known.map(({ address }) => address))]
    return evaluateAddresses(addresses, { port, allows, isLiteral: false })
  } catch (error) {
    return { outcome: found(codeOf(error) === 'ENOTFOUND' ? 'dns_failed' : 'dns_unanswered', { host }) }
  }
}

/** Continues with the allowed addresses. The others aren't shown because they would reveal internal networks. */
function evaluateAddresses(
  addresses: readonly string[],
  { port, allows, isLiteral }: { port: number; allows: AllowsAddress; isLiteral: boolean },
): { outcome: Outcome; value?: string[] } {
  const value = addresses.filter((address) => allows(address, port)).slice(0, maximumAddresses)
  if (value.length === 0) return { outcome: found('address_not_allowed') }
  return {
    outcome: fine(isLiteral ? 'This is an IP address, so no DNS lookup is needed.' : `${value.join(', ')}.`),
    value,
  }
}

async function systemLookup(host: string): Promise<{ address: string }[]> {
  return await lookup(host, { all: true })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
