/** Scopes that a person can grant. The server decides; the form offers only those that it accepts. */
import type { Role, CreateApiTokenRequest as TokenRequest } from '@longshore/sdk'
import { CreateApiTokenRequest } from '@longshore/sdk/schemas'

export type Scope = TokenRequest['scopes'][number]
export type Preset = 'read' | 'deploy' | 'all' | 'custom'

/** Scopes of this API version. A newer server may have more. */
export const allScopes: readonly Scope[] = (CreateApiTokenRequest.properties?.['scopes']?.items?.enum ?? []).filter(
  (each): each is Scope => typeof each === 'string',
)

const ownersOnly = ['organizations:delete', 'quotas:write', 'members:write', 'tokens:manage']
const developers = ['tokens:write', 'projects:write', 'environments:write', 'deployments:write', 'variables:write', 'commands:run', 'alerts:write'] // biome-ignore format: a list
const deploying = ['deployments:write']

export function scopesOf(role: Role): Scope[] {
  const isReading = (scope: string) => scope.endsWith(':read') && scope !== 'audit:read'
  return allScopes.filter((scope) => {
    if (role === 'owner') return true
    if (role === 'admin') return !ownersOnly.includes(scope)
    return isReading(scope) || (role === 'developer' ? developers.includes(scope) : scope === 'tokens:write')
  })
}

export function presetScopes(preset: Exclude<Preset, 'custom'>, role: Role): Scope[] {
  const mine = scopesOf(role)
  if (preset === 'all') return mine
  return mine.filter((scope) => scope.endsWith(':read') || (preset === 'deploy' && deploying.includes(scope)))
}

/** Groups scopes by resource: projects → read, write. */
export function scopeGroups(scopes: readonly Scope[]): [string, Scope[]][] {
  const groups = new Map<string, Scope[]>()
  for (const scope of scopes) {
    const [resource = scope] = scope.split(':')
    groups.set(resource, [...(groups.get(resource) ?? []), scope])
  }
  return [...groups]
}
