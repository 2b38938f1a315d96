/** Permissions of a role. The server decides; pages only hide or disable what it would refuse. Pure. */
import type { Operation, Role } from '@longshore/sdk'
import { leastRoles, type Permission } from '@longshore/sdk/permissions'

/** A permission, or an operation that declares one. */
export type Needed = Permission | Operation<unknown>

const ranks: Readonly<Record<Role, number>> = { viewer: 0, developer: 1, admin: 2, owner: 3 }

export function permissionOf(needed: Needed): Permission | undefined {
  return typeof needed === 'string' ? needed : needed.permission
}

/** The least role that can do it. */
export function roleFor(needed: Needed): Role {
  const permission = permissionOf(needed)
  return permission === undefined ? 'viewer' : leastRoles[permission]
}

/** An unknown role counts as enough, so that nothing disappears for a moment while the organization loads. */
export function isAllowed(role: Role | undefined, needed: Needed): boolean {
  return role === undefined || ranks[role] >= ranks[roleFor(needed)]
}
