/** Which token service gets the password when a registry names one; pure. */
import { apexOf } from '../../domains/index.ts'

/** Registries whose token service is at a domain of another name. Those of one domain need no entry: Docker Hub, GitLab, DigitalOcean. */
const knownPairs: readonly { registry: RegExp; service: string }[] = [
  { registry: /^rg\.[a-z]{2}-[a-z]{3}\.scw\.cloud$/, service: 'api.scaleway.com' },
]

/**
 * True for a service with https at the registry's own hostname, in the domain that it was registered under, or in the list above.
 * A registry on the machine itself is spoken to without TLS, and so is its own service.
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
