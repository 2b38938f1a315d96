/** Registration facts about hostnames that the proxy needs. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { readDomainStates } from '../dns/domain-states.query.ts'
import type { CompiledDomain } from './proxy-configuration.policy.ts'
import type { RouteRow } from './routes.repository.ts'

export type DomainFacts = ReadonlyMap<string, CompiledDomain>

/**
 * If several organizations share this instance, a hostname is served only after its organization has verified
 * ownership. With a single organization, no one else could own it.
 */
export async function readDomainFacts(
  tx: Tx,
  organizationId: OrganizationId,
  { routes, isTxtRequired }: { routes: readonly Pick<RouteRow, 'hostname' | 'origin'>[]; isTxtRequired: boolean },
): Promise<DomainFacts> {
  const hostnames = routes.filter(({ origin }) => origin === 'domain').map(({ hostname }) => hostname)
  const states = await readDomainStates(tx, organizationId, hostnames)
  return new Map(
    states.map(({ hostname, mayServe, ...rest }) => [hostname, { ...rest, isServed: mayServe || !isTxtRequired }]),
  )
}
