/** Writes what Longshore finds out about a server: how it is reached, its condition, facts, security and proxy. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ServerFacts, StoredHostKey } from './servers.schemas.ts'
import type { ServerCondition } from './servers.status.ts'

export interface ContactChange {
  hostKeys?: readonly StoredHostKey[]
  offeredHostKeys?: readonly StoredHostKey[] | null
  expectedFingerprint?: string | null
  isConnected?: boolean
  /** Earlier connections must not be used again. */
  isNewContact?: boolean
}

/** Stores how the server is identified and reached from now on. */
export async function saveContact(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...change }: ContactChange & { id: Id<'srv'> },
): Promise<void> {
  const { hostKeys, offeredHostKeys, expectedFingerprint } = change
  await tx
    .updateTable('servers')
    .set({
      ...(hostKeys === undefined ? {} : { host_keys: JSON.stringify(hostKeys) }),
      ...(offeredHostKeys === undefined
        ? {}
        : { offered_host_keys: offeredHostKeys === null ? null : JSON.stringify(offeredHostKeys) }),
      ...(expectedFingerprint === undefined ? {} : { expected_fingerprint: expectedFingerprint }),
      ...(change.isConnected === true ? { connected_at: sql<Date>`coalesce(connected_at, now())` } : {}),
      ...(change.isNewContact === true
        ? { generation: sql<number>`generation + 1`, contact_began_at: sql<Date>`now()` }
        : {}),
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Stores the result of a check. The caller has locked the row. */
export async function saveCondition(
  tx: Tx,
  organizationId: OrganizationId,
  condition: Pick<ServerCondition, 'status' | 'problem'> & { id: Id<'srv'> },
): Promise<void> {
  await tx
    .updateTable('servers')
    .set({
      status: condition.status,
      problem: condition.problem === null ? null : JSON.stringify(condition.problem),
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', condition.id)
    .execute()
}

export async function saveFacts(
  tx: Tx,
  organizationId: OrganizationId,
  server: { id: Id<'srv'>; facts: ServerFacts },
): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ facts: JSON.stringify(server.facts), facts_at: sql`now()`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', server.id)
    .execute()
}

export interface ServerSecurity {
  state: 'unknown' | 'scanning' | 'weak' | 'partial' | 'hardened' | 'drifted' | 'hardening' | 'failed'
  score: number | null
  scannedAt: Date | null
}

export async function saveSecurity(
  tx: Tx,
  organizationId: OrganizationId,
  server: ServerSecurity & { id: Id<'srv'> },
): Promise<void> {
  await tx
    .updateTable('servers')
    .set({
      security_state: server.state,
      security_score: server.score,
      security_scanned_at: server.scannedAt,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', server.id)
    .execute()
}

export interface ServerProxy {
  status: 'absent' | 'starting' | 'running' | 'failing'
  version: string | null
}

export async function saveProxy(
  tx: Tx,
  organizationId: OrganizationId,
  { id, status, version }: ServerProxy & { id: Id<'srv'> },
): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ proxy_status: status, proxy_version: version, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Stores the next check time and the last result. */
export async function recordCheck(
  tx: Tx,
  organizationId: OrganizationId,
  check: { id: Id<'srv'>; misses: number; isSeen: boolean; nextCheckAt: Date },
): Promise<void> {
  await tx
    .updateTable('server_checks')
    .set({
      misses: check.misses,
      next_check_at: check.nextCheckAt,
      ...(check.isSeen ? { last_seen_at: sql`now()` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', check.id)
    .execute()
}
