/** The only file that names `domains` and `domain_holds` for one organization. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Domains } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { DomainFindings, DomainProblem, DomainStatus, Routing } from './domains.schemas.ts'

type Narrow = {
  status: DomainStatus
  routing: Routing
  proof: 'txt' | 'only_organization' | null
  findings: DomainFindings | null
  problem: DomainProblem | null
}
type Selected = Omit<Selectable<Domains>, keyof Narrow> & Narrow
export type DomainRow = Omit<Selected, 'id' | 'organization_id'> & { id: Id<'dom'>; organization_id: OrganizationId }

/** Returns undefined when the organization already has this hostname. */
export async function insertDomain(
  tx: Tx,
  organizationId: OrganizationId,
  domain: { hostname: string; apexDomain: string },
): Promise<DomainRow | undefined> {
  const row = await tx
    .insertInto('domains')
    .values({
      id: newId('dom'),
      organization_id: organizationId,
      hostname: domain.hostname,
      apex_domain: domain.apexDomain,
      reach_token: randomBytes(18).toString('base64url'),
      reach_answer: randomBytes(18).toString('base64url'),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'hostname']).doNothing())
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

export async function findDomain(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'dom'>,
): Promise<DomainRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

export async function lockDomain(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'dom'>,
): Promise<DomainRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row
}

export async function findDomainsByHostname(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<DomainRow[]> {
  if (hostnames.length === 0) return []
  const rows = await select(tx, organizationId).where('hostname', 'in', hostnames).execute()
  return rows
}

export async function listDomains(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<DomainRow[]> {
  const rows = await select(tx, organizationId).$call(newestFirst(page)).execute()
  return rows
}

export async function countDomains(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('domains')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Schedules a check now, because someone requested it. */
export async function requestCheck(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<DomainRow> {
  const row = await tx
    .updateTable('domains')
    .set({
      status: 'verifying',
      attempts: 0,
      asked_at: sql`now()`,
      next_check_at: sql`now()`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

/** Call it when the target of the hostname changed. The result of a check in progress is discarded. */
export async function checkAgainSoon(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ next_check_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export interface SavedCheck {
  id: Id<'dom'>
  status: DomainStatus
  problem: DomainProblem | null
  failingSince: Date | null
  attempts: number
  nextCheckMs: number
  findings: DomainFindings
  routing: Routing
  cdn: string | null
  mayIssue: boolean
  mayServe: boolean
}

/** Adds jitter to the next check, so domains that were registered together don't stay together. */
export async function saveCheck(tx: Tx, organizationId: OrganizationId, check: SavedCheck): Promise<void> {
  await tx
    .updateTable('domains')
    .set({
      status: check.status,
      problem: check.problem === null ? null : JSON.stringify(check.problem),
      failing_since: check.failingSince,
      attempts: check.attempts,
      findings: JSON.stringify(check.findings),
      routing: check.routing,
      cdn: check.cdn,
      may_issue: check.mayIssue,
      may_serve: check.mayServe,
      last_checked_at: sql`now()`,
      verified_at: check.problem === null ? sql`now()` : sql`verified_at`,
      next_check_at: sql`now() + ${check.nextCheckMs}::bigint * (0.9 + 0.2 * random()) * interval '1 millisecond'`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', check.id)
    .execute()
}

export async function markProofMissing(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ proof_missing_since: sql`coalesce(proof_missing_since, now())` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** From now on, another organization can verify the hostname. */
export async function lapseProof(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ proof: null, proven_at: null, proof_missing_since: null, may_issue: false })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Stops serving, because another organization verified the hostname. */
export async function forbidServing(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ may_serve: false, may_issue: false, next_check_at: sql`now()`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Reserves the hostname for the organization, so that no other organization takes it at once. */
export async function holdHostname(
  tx: Tx,
  organizationId: OrganizationId,
  { row, holdDays }: { row: DomainRow; holdDays: number },
): Promise<void> {
  if (row.proven_at === null) return
  const held_until = sql<Date>`now() + ${holdDays}::int * interval '1 day'`
  await tx
    .insertInto('domain_holds')
    .values({ hostname: row.hostname, organization_id: organizationId, apex_domain: row.apex_domain, held_until })
    .onConflict((conflict) => conflict.column('hostname').doUpdateSet({ held_until }))
    .execute()
}

export async function isHostnameHeld(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<boolean> {
  const row = await tx
    .selectFrom('domain_holds')
    .select('hostname')
    .where('organization_id', '=', organizationId)
    .where('hostname', '=', hostname)
    .where('held_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('domains').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
