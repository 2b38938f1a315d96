/** Checks the audit chains of all organizations. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'

/** Returns the positions of broken chains, where someone with database access changed or removed rows. */
export async function brokenAuditChains(db: Kysely<DB>): Promise<{ organizationId: string; seq: number }[]> {
  const found = await sql<{ organizationId: string; seq: number }>`
    select h.organization_id as "organizationId", broken.seq
    from audit_heads h cross join lateral (select first_broken_audit(h.organization_id) as seq) broken
    where broken.seq is not null limit 20`.execute(db)
  return found.rows
}
