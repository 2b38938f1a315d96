/** The single list of permissions, used by roles, API token scopes and route declarations. */
export const permissions = [
  'organizations:read', 'organizations:write', 'organizations:delete', 'quotas:write',
  'members:read', 'members:write',
  'tokens:read', 'tokens:write', 'tokens:manage',
  'audit:read', 'events:read',
  'git-providers:read', 'git-providers:write',
  'registries:read', 'registries:write',
  'projects:read', 'projects:write',
  'environments:read', 'environments:write',
  'deployments:read', 'deployments:write',
  'variables:read', 'variables:write',
  'commands:run',
  'servers:read', 'servers:write',
  'alerts:read', 'alerts:write', 'alerts:configure',
  'domains:read', 'domains:write',
  'backups:read', 'backups:write', 'backups:restore',
  'connectors:read', 'connectors:write',
  'secrets:reveal',
] as const // biome-ignore format: one resource per line
export type Permission = (typeof permissions)[number]

export const roles = ['viewer', 'developer', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

const viewer: Permission[] = [
  'organizations:read', 'members:read', 'tokens:read', 'tokens:write', 'events:read', 'git-providers:read',
  'registries:read', 'projects:read', 'environments:read', 'deployments:read', 'variables:read', 'servers:read',
  'alerts:read', 'domains:read', 'backups:read', 'connectors:read',
] // biome-ignore format: a list
const developer: Permission[] = [
  ...viewer, 'projects:write', 'environments:write', 'deployments:write', 'variables:write', 'commands:run',
  'alerts:write',
] // biome-ignore format: a list
const admin: Permission[] = [
  ...developer, 'audit:read', 'organizations:write', 'git-providers:write', 'registries:write', 'servers:write',
  'alerts:configure', 'domains:write', 'backups:write', 'backups:restore', 'connectors:write', 'secrets:reveal',
] // biome-ignore format: a list

export const rolePermissions: Record<Role, ReadonlySet<Permission>> = {
  viewer: new Set(viewer),
  developer: new Set(developer),
  admin: new Set(admin),
  owner: new Set(permissions),
}

export function isPermission(text: string): text is Permission {
  return (permissions as readonly string[]).includes(text)
}

/**
 * Callers can grant or revoke only roles within their own permissions, so a token with few scopes can't create an
 * owner.
 */
export function canGrant(granter: ReadonlySet<Permission>, granted: Role): boolean {
  return [...rolePermissions[granted]].every((permission) => granter.has(permission))
}
