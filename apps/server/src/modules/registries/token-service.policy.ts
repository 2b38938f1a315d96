/** Decides which token service gets the password if a registry names one; pure. */
import { apexOf } from '../../platform/dns/public-suffix.policy.ts'

/**
 * Registries whose token service has another domain. Those with the same domain need no entry: Docker Hub, GitLab,
 * DigitalOcean.
 */
const knownPairs: readonly { registry: RegExp; service: string }[] = [
  { registry: /^rg\.[a-z]{2}-[a-z]{3}\.scw\.cloud$/, service: 'api.scaleway.com' },
]

/**
 * True for an https service at the registry's own hostname, in its registrable domain, or in the list above. A registry
 * on the machine itself uses no TLS, and neither does its own service.
 */
export function isOwnTokenService(registry: URL, service: URL): boolean {
  const isSameHost = service.hostname === registry.hostname
  if (service.protocol !== 'https:') return isSameHost && service.protocol === registry.protocol
  return isSameHost || isSameDomain(registry.hostname, service.hostname) || isKnownPair(registry, service)
}

function isSameDomain(one: string, other: string): boolean {
  const apex = apexOf(one)
  return apex !== undefined && apex === apexOf(other)
}

function isKnownPair(registry: URL, service: URL): boolean {
  return knownPairs.some((pair) => pair.registry.test(registry.hostname) && pair.service === service.host)
}
