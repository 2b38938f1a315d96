/** Front door of the proxy module on the api's side. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Environment } from '../environments/environments.schemas.ts'
import { type AddressSettings, readHostnames } from './environment-routes.ts'

export { removeEnvironmentRoutes } from './environment-routes.ts'
export { routePrivateKey } from './route-key.ts'
export { listAttachedHostnames } from './routes.repository.ts'

/** The addresses of an environment, as it shows them. */
export async function listDomains(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, settings }: { environmentId: Id<'env'>; settings: AddressSettings },
): Promise<Environment['domains']> {
  const routes = await readHostnames(tx, organizationId, { environmentId, settings })
  return routes.map(({ hostname, service, origin, tls, forceHttps }) => {
    // A certificate of the proxy's own makes browsers warn: the plain address is the one to show.
    const isHttps = tls === 'auto' || tls === 'custom' || forceHttps
    return { hostname, url: `${isHttps ? 'https' : 'http'}://${hostname}`, service, origin }
  })
}

/** Where people find an environment; null: nowhere yet. */
export function createAddressOf(addressDomain: AddressSettings['addressDomain']) {
  return async (tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<string | null> =>
    (await listDomains(tx, organizationId, { environmentId, settings: { addressDomain } }))[0]?.url ?? null
}
