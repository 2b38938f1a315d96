/** For the proxy's configuration: what may be done under hostnames of an organization. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findDomainsByHostname } from './domains.repository.ts'

export interface DomainState {
  id: Id<'dom'>
  hostname: string
  /** Without it the proxy answers nothing under the hostname but `reach`. */
  mayServe: boolean
  /** Whether an authority may be asked for a certificate. */
  mayIssue: boolean
  /** When somebody last asked for a check: what failed before is tried again. */
  askedAt: Date | null
  /** Clients' addresses are believed from this network alone; null: it comes directly. */
  cdn: string | null
  /** `/.well-known/longshore/<token>` is answered with `answer`. */
  reach: { token: string; answer: string }
}

export async function readDomainStates(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<DomainState[]> {
  const rows = await findDomainsByHostname(tx, organizationId, hostnames)
  return rows.map((row) => ({
    id: row.id,
    hostname: row.hostname,
    mayServe: row.may_serve,
    mayIssue: row.may_issue,
    askedAt: row.asked_at,
    cdn: row.cdn,
    reach: { token: row.reach_token, answer: row.reach_answer },
  }))
}
