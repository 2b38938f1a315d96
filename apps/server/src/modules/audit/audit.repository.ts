/** The only file that names `audit_log`. It appends and reads; the database rejects anything else. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { AuditLog } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'

export interface AuditEntry {
  actorKind: 'user' | 'token' | 'system'
  actorId: string | null
  actorName: string
  action: string
  targetKind: string
  targetId: string | null
  detail: Record<string, unknown>
  ip: string
  requestId: string
}

export type AuditRow = Omit<Selectable<AuditLog>, 'id'> & { id: Id<'aud'> }

export async function appendAudit(tx: Tx, organizationId: OrganizationId, entry: AuditEntry): Promise<void> {
  await sql`select append_audit(row(${organizationId}::uuid, 0, ${newId('aud')}::uuid, ${entry.actorKind}, ${entry.actorId}::uuid,
    ${entry.actorName}, ${entry.action}, ${entry.targetKind}, ${entry.targetId}::uuid, ${JSON.stringify(entry.detail)}::jsonb,
    ${entry.ip}, ${entry.requestId}, now(), '', '')::audit_log)`.execute(tx)
}

export interface AuditFilter {
  before: string | undefined
  limit: number
  action: string | undefined
  q: string | undefined
}

export async function listAudit(tx: Tx, organizationId: OrganizationId, filter: AuditFilter): Promise<AuditRow[]> {
  let query = tx.selectFrom('audit_log').selectAll().where('organization_id', '=', organizationId)
  if (filter.before !== undefined) {
    const before = tx
      .selectFrom('audit_log')
      .select('seq')
      .where('organization_id', '=', organizationId)
      .where('id', '=', brandId<'aud'>(filter.before))
    query = query.where('seq', '<', before)
  }
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.q !== undefined) {
    const part = `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([
        where('action', 'ilike', part),
        where('actor_name', 'ilike', part),
        where('ip', 'ilike', part),
        where('request_id', 'ilike', part),
        where(sql<string>`detail::text`, 'ilike', part),
      ]),
    )
  }
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows
}
