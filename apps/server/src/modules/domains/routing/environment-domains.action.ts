/** The hostnames and the public URL of an environment. Reading them assigns the automatic hostname if it is missing. */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Environment } from '../../environments/environments.schemas.ts'
import { requireEnvironment } from '../../environments/index.ts'
import { isProofRequired } from '../dns/proof-required.query.ts'
import { readAttached, urlOf } from './attached-domains.query.ts'
import { type AddressSettings, readHostnames } from './environment-routes.action.ts'
import { listRoutesOfEnvironments } from './routes.repository.ts'

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
