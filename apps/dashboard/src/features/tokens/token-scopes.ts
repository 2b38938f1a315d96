/** Scopes that a person can grant. The server decides; the form offers only those that it accepts. */
import type { Role, CreateApiTokenRequest as TokenRequest } from '@longshore/sdk'
import { CreateApiTokenRequest } from '@longshore/sdk/schemas'
import { isAllowed } from '../../api/role-permissions.ts'

export type Scope = TokenRequest['scopes'][number]
export type Preset = 'read' | 'deploy' | 'all' | 'custom'

/** Scopes of this API version. A newer server may have more. */
export const allScopes: readonly Scope[] = (CreateApiTokenRequest.properties?.['scopes']?.items?.enum ?? []).filter(
  (each): each is Scope => typeof each === 'string',
)

const deploying = ['deployments:write']

export function scopesOf(role: Role): Scope[] {
  return allScopes.filter((scope) => isAllowed(role, scope))
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
