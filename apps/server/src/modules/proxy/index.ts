import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { isProofRequired } from '../domains/index.ts'
import type { Environment } from '../environments/environments.schemas.ts'
import { requireEnvironment } from '../environments/index.ts'
import { prepareDomain } from './attach-domain.ts'
import { registerAttachedDomainRoutes } from './attached-domains.routes.ts'
import type { FirstDomain } from './attached-domains.schemas.ts'
import { type AttachedDomainsOptions, attachAs, createAttachedDomainsService } from './attached-domains.service.ts'
import { type AddressSettings, readHostnames } from './environment-routes.ts'
import { readAttached, urlOf } from './read-attached.ts'
import { listRoutesOfEnvironments } from './routes.repository.ts'

export { listAttachedHostnames } from './attached-hostnames.ts'
export { leaveServer, removeEnvironmentRoutes } from './environment-routes.ts'
export { readHostnameAddresses } from './hostname-addresses.ts'
export { proxyProblems } from './proxy.problems.ts'
export { routePrivateKey } from './route-key.ts'
export { isAutomaticHostname } from './routes.repository.ts'

export function createProxyModule(options: AttachedDomainsOptions): { register(app: HttpServer): void } {
  const domains = createAttachedDomainsService(options)
  return { register: (app) => registerAttachedDomainRoutes(app, domains) }
}

/** Attaches the first domain of an environment as part of finalize. */
export function createFirstDomain(tools: AttachedDomainsOptions) {
  return async (first: FirstDomain) => {
    const body = await prepareDomain(first)
    return async (tx: Tx, actor: Actor, environmentId: Id<'env'>): Promise<void> => {
      const environment = await requireEnvironment(tx, actor.organizationId, environmentId)
      await attachAs(tx, actor, { environment, body, tools })
    }
  }
}

interface Shown {
  readonly database: Pick<Database, 'systemDb'>
  readonly isSignUpOpen: boolean
  readonly settings: AddressSettings
}

/** Lists the hostnames of an environment for the API: domains with their settings, and whether the proxy has them. */
export function createListDomains({ settings, ...proof }: Shown) {
  return async (tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<Environment['domains']> => {
    const shown = await readHostnames(tx, organizationId, { environmentId, settings })
    const hasDomains = shown.some(({ origin }) => origin === 'domain')
    const attached = hasDomains ? await readAll(tx, organizationId, { environmentId, proof }) : []
    return shown.map((route) => ({
      hostname: route.hostname,
      url: urlOf(route),
      service: route.service,
      origin: route.origin,
      domainId: route.domainId,
      settings: attached.find(({ hostname }) => hostname === route.hostname) ?? null,
    }))
  }
}

async function readAll(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, proof }: { environmentId: Id<'env'>; proof: Omit<Shown, 'settings'> },
) {
  const environment = await requireEnvironment(tx, organizationId, environmentId)
  const routes = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  return await readAttached(tx, organizationId, { routes, environment, isTxtRequired: await isProofRequired(proof) })
}

/** Returns the public URL of an environment; null if it has none yet. */
export function createAddressOf(addressDomain: AddressSettings['addressDomain']) {
  return async (tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<string | null> => {
    const shown = await readHostnames(tx, organizationId, { environmentId, settings: { addressDomain } })
    const first = shown.find(({ options }) => options.redirectTo === null)
    return first === undefined ? null : urlOf(first)
  }
}
export { requestAllConfigurations } from './server-proxies.system-repository.ts'
