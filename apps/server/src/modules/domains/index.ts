import type { HttpServer } from '../../platform/http/server.ts'
import { readCertificates } from './certificates/read-certificates.query.ts'
import { registerDomainRoutes } from './dns/domains.routes.ts'
import { createDomainsService, type DomainsOptions } from './dns/domains.service.ts'
import { registerAttachedDomainRoutes } from './routing/attached-domains.routes.ts'
import { type AttachedDomainsOptions, createAttachedDomainsService } from './routing/attached-domains.service.ts'
import { listAttachedHostnames } from './routing/attached-hostnames.query.ts'
import { readHostnameAddresses } from './routing/hostname-addresses.query.ts'
import { isAutomaticHostname } from './routing/routes.repository.ts'

export { routePrivateKey } from './certificates/route-private-key.crypto.ts'
export { domainProblems } from './dns/domains.problems.ts'
export { trashedDomains } from './dns/trashed-domain.action.ts'
export { createFirstDomain } from './routing/attached-domains.action.ts'
export { attachedDomainProblems } from './routing/attached-domains.problems.ts'
export { listDnsChanges } from './routing/dns-changes.query.ts'
export { createAddressOf, createListDomains } from './routing/environment-domains.action.ts'
export { leaveServer, reloadEnvironmentProxies, removeEnvironmentRoutes } from './routing/environment-routes.action.ts'
export { requestAllConfigurations } from './routing/server-proxies.system-repository.ts'
export { trashedRoutes } from './routing/trashed-route.action.ts'

/** Facts about routing and certificates that the DNS checks use. */
const dependencies: DomainsOptions['dependencies'] = {
  attached: listAttachedHostnames,
  certificates: readCertificates,
  place: readHostnameAddresses,
  isAutomatic: isAutomaticHostname,
}

export function createDomainsModule(options: Omit<DomainsOptions, 'dependencies'> & AttachedDomainsOptions): {
  register(app: HttpServer): void
} {
  const domains = createDomainsService({ ...options, dependencies })
  const attached = createAttachedDomainsService(options)
  return {
    register(app) {
      registerDomainRoutes(app, domains)
      registerAttachedDomainRoutes(app, attached)
    },
  }
}
