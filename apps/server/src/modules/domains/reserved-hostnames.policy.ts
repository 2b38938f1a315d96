/** Names that nobody can register here: our own, and those that mean something else in every network; pure. */
import { hasPublicSuffix } from './hostname.policy.ts'

export interface ReservedNames {
  /** Where this instance itself answers. */
  readonly publicUrl: string
  /** Such as sslip.io: what is under it leads to whoever has the address in it. */
  readonly addressDomain: string | null
  /** Ends that the operator allows although they are special, for networks with a DNS of their own. */
  readonly allowed: readonly string[]
}

/** RFC 6761, 6762, 7686, 8375, 9476 and ICANN's .internal; names that were never given away because networks use them. */
const special = [
  'localhost', 'local', 'internal', 'home.arpa', 'arpa', 'onion', 'alt', 'test', 'example', 'invalid', 'localdomain',
  'lan', 'home', 'corp', 'mail', 'intranet', 'private', 'domain',
] // biome-ignore format: a list

export function isReservedHostname(hostname: string, names: ReservedNames): boolean {
  const ours = [new URL(names.publicUrl).hostname, ...(names.addressDomain === null ? [] : [names.addressDomain])]
  // A page under the dashboard's name could set cookies for it.
  if (ours.some((each) => isAtOrBelow(hostname, each))) return true
  if (names.allowed.some((each) => isAtOrBelow(hostname, each))) return false
  return special.some((each) => isAtOrBelow(hostname, each)) || !hasPublicSuffix(hostname)
}

export function isAtOrBelow(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
