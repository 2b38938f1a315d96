import { describe, expect, it } from 'vitest'
import { allScopes, presetScopes, scopeGroups, scopesOf } from './token-scopes.ts'

describe('token scopes', () => {
  it('are limited to those of the role', () => {
    expect(scopesOf('owner')).toEqual(allScopes)
    expect(scopesOf('admin')).not.toContain('members:write')
    expect(scopesOf('admin')).toContain('secrets:reveal')
    expect(scopesOf('developer')).toContain('deployments:write')
    expect(scopesOf('developer')).not.toContain('servers:write')
    expect(scopesOf('viewer')).not.toContain('audit:read')
  })

  it('come in presets that every role may use', () => {
    for (const role of ['viewer', 'developer', 'admin', 'owner'] as const)
      for (const preset of ['read', 'deploy', 'all'] as const) {
        const scopes = presetScopes(preset, role)
        expect(scopes.length).toBeGreaterThan(0)
        expect(scopes.every((scope) => scopesOf(role).includes(scope))).toBe(true)
      }
    expect(presetScopes('read', 'owner').some((scope) => scope.endsWith(':write'))).toBe(false)
  })

  it('are grouped by resource', () => {
    expect(scopeGroups(['projects:read', 'audit:read', 'projects:write'])).toEqual([
      ['projects', ['projects:read', 'projects:write']],
      ['audit', ['audit:read']],
    ])
  })
})
