import type { Role } from '@longshore/sdk'

const ranks: Readonly<Record<Role, number>> = { viewer: 0, developer: 1, admin: 2, owner: 3 }

/** Each role has the permissions of those below it. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed]
}
