/** Reads what a member, or an API token of theirs, is allowed to do now. For work that was requested earlier. */
import type { Actor } from '../../platform/access/actor.ts'
import { isPermission, rolePermissions } from '../../platform/access/permissions.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { findUsableApiToken } from './api-tokens.repository.ts'
import { findMemberByUser, findOrganization } from './organizations.repository.ts'

export type ActingMember = Pick<
  Actor,
  'kind' | 'userId' | 'userName' | 'tokenId' | 'role' | 'permissions' | 'projectIds'
>

/** Returns undefined for people who left, for a token that was revoked or expired, and while the organization is being deleted. */
export async function findActingMember(
  tx: Tx,
  organizationId: OrganizationId,
  { userId, tokenId }: { userId: Id<'usr'>; tokenId: Id<'tok'> | null },
): Promise<ActingMember | undefined> {
  const organization = await findOrganization(tx, organizationId)
  const member = await findMemberByUser(tx, organizationId, userId)
  if (organization === undefined || organization.deletion_due_at !== null || member === undefined) return undefined
  const ofRole = rolePermissions[member.role]
  const person = { userId, userName: member.email, role: member.role }
  if (tokenId === null) return { ...person, kind: 'user', tokenId, permissions: ofRole, projectIds: null }
  const token = await findUsableApiToken(tx, organizationId, { id: tokenId, userId })
  if (token === undefined) return undefined
  const permissions = new Set(token.scopes.filter(isPermission).filter((scope) => ofRole.has(scope)))
  const projectIds = token.project_ids.length === 0 ? null : new Set(token.project_ids.map((id) => brandId<'prj'>(id)))
  return { ...person, kind: 'token', tokenId, permissions, projectIds }
}
