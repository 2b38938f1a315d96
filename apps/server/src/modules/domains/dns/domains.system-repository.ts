/** Queries across organizations: which domains are due, and who owns a hostname. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

/** Personal organizations count, because anyone with an account can claim a hostname. */
export async function hasSeveralOrganizations(db: Kysely<DB>): Promise<boolean> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length > 1
}

export interface DueDomain {
  id: Id<'dom'>
  organizationId: OrganizationId
}

/**
 * Claims each domain for one worker by setting its next check at once. If the worker crashes, only one round is lost.
 * Each organization gets a limited number of checks at a time, so many slow domains don't delay others.
 */
export async function takeDueDomains(
  db: Kysely<DB>,
  { limit, turns, busy, againMs }: { limit: number; turns: number; busy: readonly OrganizationId[]; againMs: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`/* prepared */
    with waiting as (
      select id, row_number() over (partition by organization_id order by next_check_at) as turn
      from domains where next_check_at <= now() and organization_id <> all(${[...busy]}::uuid[])
    ), due as (
      select d.id from domains d join waiting w on w.id = d.id where w.turn <= ${turns}
      order by d.next_check_at limit ${limit} for update of d skip locked
    )
    update domains d set next_check_at = now() + ${againMs}::int * interval '1 millisecond'
    from due where d.id = due.id returning d.id, d.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({ id: brandId<'dom'>(row.id), organizationId: row.organizationId }))
}

export interface Claim {
  id: Id<'dom'>
  organizationId: OrganizationId
  hostname: string
  apexDomain: string
  proof: 'txt' | 'only_organization'
}

/**
 * Claims a hostname for the organization. Returns false when another organization owns it, or a name above or below it,
 * or deleted it recently. Claims within one registered domain are serialized, so of two parallel claims one sees the
 * other.
 */
export async function claimHostname(tx: Tx, claim: Claim): Promise<boolean> {
  const { id, organizationId, hostname, apexDomain, proof } = claim
  await sql`select pg_advisory_xact_lock(hashtextextended(${apexDomain}, 31))`.execute(tx)
  const { rows } = await sql<{ id: string | null }>`
    select id from domains
    where apex_domain = ${apexDomain} and organization_id <> ${organizationId} and proven_at is not null
      and ${overlaps(hostname)}
    union all
    select null from domain_holds
    where apex_domain = ${apexDomain} and organization_id <> ${organizationId} and held_until > now()
      and ${overlaps(hostname)}
    limit 100`.execute(tx)
  const rivals = rows.flatMap((row) => (row.id === null ? [] : [row.id]))
  // An organization that never needed a record now has some days to create one.
  if (proof === 'txt' && rivals.length > 0)
    await sql`
      update domains set proof_missing_since = coalesce(proof_missing_since, now())
      where id = any(${rivals}::uuid[]) and proof = 'only_organization'`.execute(tx)
  if (rows.length > 0) return false
  await sql`
    update domains set proof = ${proof}, proven_at = coalesce(proven_at, now()), proof_missing_since = null
    where id = ${id} and organization_id = ${organizationId}`.execute(tx)
  await sql`delete from domain_holds where hostname = ${hostname}`.execute(tx)
  return true
}

/** Finds other organizations whose proof lapsed, so their attachments can be removed. */
export async function findFormerHolders(
  db: Kysely<DB>,
  { organizationId, hostname }: Pick<Claim, 'organizationId' | 'hostname'>,
): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`
    select id, organization_id as "organizationId" from domains
    where hostname = ${hostname} and organization_id <> ${organizationId} and proven_at is null and may_serve
    limit 100`.execute(db)
  return rows.map((row) => ({ id: brandId<'dom'>(row.id), organizationId: row.organizationId }))
}

/** Matches the same name, or one below the other. */
function overlaps(hostname: string) {
  return sql<boolean>`(hostname = ${hostname} or right(hostname, length(${hostname}::text) + 1) = '.' || ${hostname}::text
    or right(${hostname}::text, length(hostname) + 1) = '.' || hostname)`
}
