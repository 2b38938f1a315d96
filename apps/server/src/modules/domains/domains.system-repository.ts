/** What sees every organization: which domains are due, and whose a hostname is. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

/** Personal ones count: whoever has an account can claim a hostname. */
export async function hasSeveralOrganizations(db: Kysely<DB>): Promise<boolean> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length > 1
}

export interface DueDomain {
  id: Id<'dom'>
  organizationId: OrganizationId
}

/**
 * Each is taken by one worker: its next time is set at once, so that a worker that dies costs one round. An organization has a few
 * turns at a time, so that one with many slow domains does not keep the others waiting.
 */
export async function takeDueDomains(
  db: Kysely<DB>,
  { limit, turns, busy, againMs }: { limit: number; turns: number; busy: readonly OrganizationId[]; againMs: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`/* prepared */
    with waiting as (
      select id, row_number() over (partition by organization_id order by next_check_at) as turn
      from domains where next_check_at <= now() and organization_id <> all(${[...busy]}::uuid[])
    ), due as (
      select d.id from domains d join waiting w on w.id = d.id where w.turn <= ${turns}
      order by d.next_check_at limit ${limit} for update of d skip locked
    )
    update domains d set next_check_at = now() + ${againMs}::int * interval '1 millisecond'
    from due where d.id = due.id returning d.id, d.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({ id: brandId<'dom'>(row.id), organizationId: brandId<'org'>(row.organizationId) }))
}

export interface Claim {
  id: Id<'dom'>
  organizationId: OrganizationId
  hostname: string
  apexDomain: string
  proof: 'txt' | 'only_organization'
}

/**
 * Makes a hostname the organization's. False: another organization has it, one above it or one below it, or has deleted it lately.
 * Claims within one registered domain stand in line, so that of two at once one sees the other.
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
  // Whoever never had to show a record is asked for one now, and has some days for it.
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

/** Others who had it and whose proof has lapsed: what they attached under it is to go. */
export async function findFormerHolders(
  db: Kysely<DB>,
  { organizationId, hostname }: Pick<Claim, 'organizationId' | 'hostname'>,
): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    select id, organization_id as "organizationId" from domains
    where hostname = ${hostname} and organization_id <> ${organizationId} and proven_at is null and may_serve
    limit 100`.execute(db)
  return rows.map((row) => ({ id: brandId<'dom'>(row.id), organizationId: brandId<'org'>(row.organizationId) }))
}

/** The same name, or one of them is below the other. */
function overlaps(hostname: string) {
  return sql<boolean>`(hostname = ${hostname} or right(hostname, length(${hostname}::text) + 1) = '.' || ${hostname}::text
    or right(${hostname}::text, length(hostname) + 1) = '.' || hostname)`
}
