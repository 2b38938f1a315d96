/**
 * Writes an audit row and its event in the caller's transaction, so a change without an audit row can't commit. Call it
 * last: publishing the event takes the organization's event lock, which must be the last lock of a transaction.
 */
import type { Actor, RequestContext } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type AuditEntry, appendAudit } from './audit.repository.ts'
import type { AuditAction } from './audit-actions.schemas.ts'
import { wireId } from './target-id.mapper.ts'

export interface NewAuditRecord {
  action: AuditAction
  targetKind: string
  targetId: string | null
  /** Must not contain secret values. */
  detail?: Record<string, unknown>
}

export async function recordAudit(tx: Tx, actor: Actor, note: NewAuditRecord): Promise<void> {
  const actorId = actor.tokenId ?? actor.userId
  await append(tx, actor.organizationId, {
    ...note,
    actorKind: actor.kind,
    actorId,
    actorName: actor.userName,
    ip: actor.ip,
    requestId: actor.requestId,
    detail: note.detail ?? {},
  })
}

/** Records what a user does to their own account, in the log of one of their organizations. */
export async function recordUserAudit(
  tx: Tx,
  organizationId: OrganizationId,
  note: NewAuditRecord & { user: { id: Id<'usr'>; email: string }; context: RequestContext },
): Promise<void> {
  const { user, context, ...rest } = note
  await append(tx, organizationId, {
    ...rest,
    actorKind: 'user',
    actorId: user.id,
    actorName: user.email,
    ip: context.ip,
    requestId: context.requestId,
    detail: note.detail ?? {},
  })
}

/** Records automatic actions of Longshore, such as giving up on a server that no longer responds. */
export async function recordSystemAudit(tx: Tx, organizationId: OrganizationId, note: NewAuditRecord): Promise<void> {
  const system = { actorKind: 'system', actorId: null, actorName: 'longshore', ip: '', requestId: '' } as const
  await append(tx, organizationId, { ...note, ...system, detail: note.detail ?? {} })
}

async function append(tx: Tx, organizationId: OrganizationId, entry: AuditEntry): Promise<void> {
  try {
    await appendAudit(tx, organizationId, entry)
    await publishEvent(tx, {
      organizationId,
      kind: 'audit',
      data: {
        changed: entry.targetKind,
        resourceId: wireId(entry.targetKind, entry.targetId),
        action: entry.action,
        at: new Date().toISOString(),
      },
    })
  } catch (cause) {
    throw new AppError(platformProblems.unavailable, "The audit log couldn't be written, so nothing was changed.", {
      cause,
      retryAfterSeconds: 5,
    })
  }
}
