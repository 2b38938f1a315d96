/** Hostnames that can't be registered: our own, and names with a special meaning in every network. Pure. */
import { hasPublicSuffix } from '../../../platform/dns/public-suffix.policy.ts'

export interface ReservedNames {
  /** URL of this instance. */
  readonly publicUrl: string
  /** Domain such as sslip.io, where each name points to the IP address in it. */
  readonly addressDomain: string | null
  /** Special suffixes that the operator allows, for networks with their own DNS. */
  readonly allowed: readonly string[]
}

/**
 * RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal, and names that were never delegated because networks use them.
 */
const special = [
  'localhost', 'local', 'internal', 'home.arpa', 'arpa', 'onion', 'alt', 'test', 'example', 'invalid', 'localdomain',
  'lan', 'home', 'corp', 'mail', 'intranet', 'private', 'domain',
] // biome-ignore format: a list

export function isReservedHostname(hostname: string, names: ReservedNames): boolean {
  const ours = [new URL(names.publicUrl).hostname, ...(names.addressDomain === null ? [] : [names.addressDomain])]
  // A page below the dashboard's hostname could set cookies for it.
  if (ours.some((each) => isAtOrBelow(hostname, each))) return true
  if (names.allowed.some((each) => isAtOrBelow(hostname, each))) return false
  return special.some((each) => isAtOrBelow(hostname, each)) || !hasPublicSuffix(hostname)
}

export function isAtOrBelow(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
