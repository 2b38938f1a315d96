/**
 * Checks the declared permissions of all operations, and those of the roles, against rules that no single line can
 * change.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissions, rolePermissions, roles } from './platform/access/permissions.ts'

interface Operation {
  'x-longshore-permission'?: string
}

/**
 * These operations change nothing that others can see: one renders a message, one issues a ticket for the caller's own
 * stream.
 */
const readersMayPost = ['POST /api/v1/notification-connectors/{id}/preview', 'POST /api/v1/stream-tickets']

test('an operation that changes something never needs just a permission to read', () => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text)
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => method !== 'get' && operation['x-longshore-permission']?.endsWith(':read'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found.toSorted()).toEqual(readersMayPost)
  expect(Object.keys(paths).length).toBeGreaterThan(100)
})

test('analyzing a repository stores nothing, so it needs just the permission to read projects', () => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text)
  expect(paths['/api/v1/projects/analyze-repo']?.['get']?.['x-longshore-permission']).toBe('projects:read')
})

test('viewers read, and manage their own API tokens', () => {
  const more = [...rolePermissions.viewer].filter((permission) => !permission.endsWith(':read'))
  expect(more).toEqual(['tokens:write'])
})

test('only admins and owners reveal secrets, read the audit log and change servers, domains, backups and connections', () => {
  const kept = permissions.filter((each) =>
    /^(?:secrets|audit|organizations:write|servers:write|domains:write|registries:write|git-providers:write|connectors:write|backups:(?:write|restore))/.test(
      each,
    ),
  )
  expect(kept).toHaveLength(10)
  const holders = (permission: (typeof permissions)[number]) =>
    roles.filter((role) => rolePermissions[role].has(permission))
  for (const permission of kept) expect(holders(permission), permission).toEqual(['admin', 'owner'])
})

test('only owners change members, quotas and other people’s tokens, and delete the organization', () => {
  const owned = permissions.filter((permission) => !rolePermissions.admin.has(permission))
  expect(owned).toEqual(['organizations:delete', 'quotas:write', 'members:write', 'tokens:manage'])
})
