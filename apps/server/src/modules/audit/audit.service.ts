import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { type AuditRow, listAudit } from './audit.repository.ts'
import type { AuditQuery, AuditRecord } from './audit.schemas.ts'
import { wireId } from './target-id.mapper.ts'

export interface AuditService {
  list(actor: Actor, query: AuditQuery): Promise<Page<AuditRecord>>
}

export function createAuditService({ database }: { database: Database }): AuditService {
  return {
    async list(actor, query) {
      const { cursor, limit, action, q } = query
      const rows = await database.tenant(actor.organizationId, (tx) =>
        listAudit(tx, actor.organizationId, { before: cursor, limit, action, q }),
      )
      return toPage(rows.map(toRecord), query.limit)
    },
  }
}

function toRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    seq: row.seq,
    action: row.action,
    actor: {
      kind: row.actor_kind === 'token' ? 'token' : row.actor_kind === 'user' ? 'user' : 'system',
      id: wireId(row.actor_kind, row.actor_id),
      name: row.actor_name,
    },
    target: {
      kind: row.target_kind,
      id: wireId(row.target_kind, row.target_id),
    },
    detail: typeof row.detail === 'object' && row.detail !== null && !Array.isArray(row.detail) ? row.detail : {},
    ip: row.ip,
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash.toString('hex'),
    createdAt: row.created_at,
  }
}
