import type { HttpServer } from '../../platform/http/server.ts'
import { registerDomainRoutes } from './domains.routes.ts'
import { createDomainsService, type DomainsOptions } from './domains.service.ts'

export { knownCdns, parseCdnRanges } from './cdn-ranges.policy.ts'
export { readDomainStates } from './domain-states.ts'
export { publishDomainUpdated } from './domains.events.ts'
export { domainProblems } from './domains.problems.ts'
export { checkAgainSoon, type DomainRow } from './domains.repository.ts'
export { findOrAddDomain, requireDomain } from './find-domain.ts'
export { apexOf, parseHostname } from './hostname.policy.ts'
export { isProofRequired } from './proof-required.ts'
export { isReservedHostname, type ReservedNames } from './reserved-hostnames.policy.ts'

export function createDomainsModule(options: DomainsOptions): { register(app: HttpServer): void } {
  const domains = createDomainsService(options)
  return { register: (app) => registerDomainRoutes(app, domains) }
}
