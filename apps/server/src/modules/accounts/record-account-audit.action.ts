/** Account events are recorded in the audit log of the user's first organization. */
import type { RequestContext } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type AuditAction, recordUserAudit } from '../audit/index.ts'
import { organizationsOfUser, type UserRow } from './users.system-repository.ts'

export async function auditAccount(tx: Tx, user: UserRow, context: RequestContext, action: AuditAction): Promise<void> {
  const [home] = await organizationsOfUser(tx, user.id)
  if (home === undefined) return
  await recordUserAudit(tx, home.id, { user, context, action, targetKind: 'user', targetId: user.id })
}
