/** Notifications about members and tokens. Call them before the audit log, whose event is the last of a transaction. */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { publishNotice } from '../notices/index.ts'

interface NotifiedMember {
  id: Id<'mem'>
  name: string | null
  email: string
  role: string
}

export async function notifyJoined(tx: Tx, organizationId: OrganizationId, member: NotifiedMember): Promise<void> {
  await publishNotice(tx, organizationId, {
    payload: { event: 'member_joined', member: toMember(member), by: null },
    causeKey: `member_joined:${member.id}`,
  })
}

export async function notifyRemoved(tx: Tx, actor: Actor, member: NotifiedMember): Promise<void> {
  await publishNotice(tx, actor.organizationId, {
    payload: { event: 'member_removed', member: toMember(member), by: byOf(actor) },
    causeKey: `member_removed:${member.id}`,
  })
}

export async function notifyRoleChanged(
  tx: Tx,
  actor: Actor,
  { previousRole, ...member }: NotifiedMember & { previousRole: string },
): Promise<void> {
  if (previousRole === member.role) return
  await publishNotice(tx, actor.organizationId, {
    payload: { event: 'member_role_changed', member: toMember(member), previousRole, by: byOf(actor) },
    // Each change is its own cause.
    causeKey: `member_role_changed:${member.id}:${newId('evt')}`,
  })
}

export async function notifyToken(
  tx: Tx,
  actor: Actor,
  { event, ...token }: { event: 'token_created' | 'token_revoked'; id: Id<'tok'>; name: string; scopes: string[] },
): Promise<void> {
  const { id, name, scopes } = token
  await publishNotice(tx, actor.organizationId, {
    payload: { event, token: { id: encodeId('tok', id), name, scopes }, by: byOf(actor) },
    causeKey: `${event}:${id}`,
  })
}

function toMember({ id, name, email, role }: NotifiedMember) {
  return { id: encodeId('mem', id), name: name ?? email, email, role }
}

function byOf({ userId, userName }: Actor) {
  return { id: encodeId('usr', userId), name: userName }
}
