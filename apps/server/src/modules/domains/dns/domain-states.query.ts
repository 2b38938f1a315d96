/** Reads the permissions of an organization's hostnames for the proxy configuration. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findDomainsByHostname } from './domains.repository.ts'

export interface DomainState {
  id: Id<'dom'>
  hostname: string
  /** Without this, the proxy only serves the `reach` path under the hostname. */
  mayServe: boolean
  /** Whether the proxy is allowed to request a certificate. */
  mayIssue: boolean
  /** When someone last requested a check. The proxy retries certificates that failed before. */
  askedAt: Date | null
  /** CDN whose forwarded client addresses are trusted, or null for direct traffic. */
  cdn: string | null
  /** The proxy responds to `/.well-known/longshore/<token>` with `answer`. */
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
