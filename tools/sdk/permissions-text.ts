/** Writes every permission with the least role that has it. */
import {
  type Permission,
  permissions,
  type Role,
  rolePermissions,
  roles,
} from '../../apps/server/src/platform/access/permissions.ts'

export function permissionsText(): string {
  const union = permissions.map((each) => `  | '${each}'\n`).join('')
  const rows = permissions.map((each) => `  '${each}': '${leastRole(each)}',\n`).join('')
  return `import type { Role } from './types.generated.ts'

export type Permission =
${union}
/** The least role with the permission. Roles above it have it too. */
export const leastRoles: Readonly<Record<Permission, Role>> = {
${rows}}
`
}

function leastRole(permission: Permission): Role {
  const having = roles.filter((role) => rolePermissions[role].has(permission))
  const least = having[0]
  if (least === undefined) throw new Error(`no role has ${permission}`)
  if (having.length !== roles.length - roles.indexOf(least))
    throw new Error(`a role above ${least} lacks ${permission}`)
  return least
}
