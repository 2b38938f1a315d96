/** What registrations say about hostnames, as the proxy needs it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { findDomainsByHostname } from '../domains/index.ts'
import type { CompiledDomain } from './proxy-configuration.policy.ts'
import type { RouteRow } from './routes.repository.ts'

export type DomainFacts = ReadonlyMap<string, CompiledDomain>

/**
 * Where several organisations share this instance, a hostname is served once its organisation has shown that it is its own. Where
 * one is alone, nobody else could own it.
 */
export async function readDomainFacts(
  tx: Tx,
  organizationId: OrganizationId,
  { routes, isTxtRequired }: { routes: readonly Pick<RouteRow, 'hostname' | 'origin'>[]; isTxtRequired: boolean },
): Promise<DomainFacts> {
  const hostnames = routes.filter(({ origin }) => origin === 'domain').map(({ hostname }) => hostname)
  const rows = await findDomainsByHostname(tx, organizationId, hostnames)
  return new Map(
    rows.map((row) => [
      row.hostname,
      {
        isServed: row.proven_at !== null || !isTxtRequired,
        mayIssue: row.may_issue,
        cdn: row.cdn,
        reach: { token: row.reach_token, answer: row.reach_answer },
      },
    ]),
  )
}
