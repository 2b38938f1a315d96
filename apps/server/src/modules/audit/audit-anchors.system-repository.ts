/** Audit log anchors of all organizations. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Anchored } from './audit-anchor.crypto.ts'

export interface StoredAnchor extends Anchored {
  readonly keyId: string
  readonly signature: Buffer
  /** Hash of the log entry at this position, or null when the log has none. */
  readonly loggedHash: Buffer | null
}

/** Enough for a year of hourly anchors for a dozen organizations. */
const maxAnchors = 100_000

/** Lists the newest anchors first. `newestOnly` returns one per organization. */
export async function listAnchors(
  db: Kysely<DB> | Tx,
  { newestOnly }: { newestOnly: boolean },
): Promise<StoredAnchor[]> {
  const anchors = newestOnly
    ? sql`(select distinct on (organization_id) * from audit_anchors order by organization_id, seq desc)`
    : sql`(select * from audit_anchors order by signed_at desc limit ${maxAnchors})`
  const { rows } = await sql<StoredAnchor>`
    select a.organization_id as "organizationId", a.seq, a.hash, a.key_id as "keyId", a.signature, l.hash as "loggedHash"
    from ${anchors} a left join audit_log l on l.organization_id = a.organization_id and l.seq = a.seq`.execute(db)
  return rows
}

/** Lists the ends of logs that grew since their last anchor. */
export async function listUnanchoredHeads(db: Kysely<DB> | Tx): Promise<Anchored[]> {
  const { rows } = await sql<Anchored>`
    select h.organization_id as "organizationId", h.seq, h.hash from audit_heads h
    where h.seq > 0 and not exists (
      select from audit_anchors a where a.organization_id = h.organization_id and a.seq >= h.seq)`.execute(db)
  return rows
}

export async function insertAnchor(
  tx: Tx,
  { organizationId, seq, hash }: Anchored,
  { keyId, signature }: { keyId: string; signature: Buffer },
): Promise<void> {
  await tx
    .insertInto('audit_anchors')
    .values({ organization_id: organizationId, seq, hash, key_id: keyId, signature })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
