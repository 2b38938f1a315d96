import { expect, test } from 'vitest'
import { changeFor, needsText, suggestedText } from './remedies.ts'
import type { Service } from './types.generated.ts'

const mib = 1_048_576
const at = '2026-11-16T10:00:00.000Z'
const web: Service = {
  id: 'svc_1',
  name: 'web',
  kind: 'web',
  source: { builder: 'auto', rootDirectory: 'apps/web', installCommand: null, buildCommand: 'npm run build' },
  command: 'npm start',
  port: 3000,
  resources: { memoryBytes: 128 * mib },
  tunnel: null,
  ownedByFile: [],
  createdAt: at,
  updatedAt: at,
}
const db: Service = {
  id: 'svc_2',
  name: 'db',
  kind: 'postgres',
  tunnel: null,
  ownedByFile: [],
  createdAt: at,
  updatedAt: at,
}
const services = [web, db]
const label = ''

test('sends a changed service with the unchanged others', () => {
  const remedy = { action: 'change_port', label, service: 'web', port: 8080 } as const
  const text = suggestedText(remedy, services)
  const change = changeFor(remedy, { text, services })
  expect(change).toMatchObject({
    kind: 'services',
    services: [{ name: 'web', port: 8080, command: 'npm start' }, { name: 'db' }],
  })
  expect(JSON.stringify(change)).not.toContain('svc_')
})

test('build commands and the version change only their field of the source', () => {
  const install = {
    action: 'change_command',
    label,
    service: 'web',
    field: 'installCommand',
    command: 'npm install',
  } as const
  expect(changeFor(install, { text: suggestedText(install, services), services })).toMatchObject({
    changed: { source: { builder: 'auto', rootDirectory: 'apps/web', installCommand: 'npm install' } },
  })
  const pin = { action: 'pin_version', label, service: 'web', version: '20' } as const
  expect(changeFor(pin, { text: '20', services })).toMatchObject({ changed: { source: { runtimeVersion: '20' } } })
})

test('suggests the current command if there is no suggestion', () => {
  const start = { action: 'change_command', label, service: 'web', field: 'command', command: null } as const
  expect(needsText(start)).toBe(true)
  expect(suggestedText(start, services)).toBe('npm start')
  expect(suggestedText({ ...start, field: 'buildCommand' }, services)).toBe('npm run build')
  expect(suggestedText({ ...start, service: 'gone' }, services)).toBe('')
})

test('uses MiB for memory', () => {
  const remedy = { action: 'raise_memory', label, service: 'web', memoryBytes: 256 * mib } as const
  expect(suggestedText(remedy, services)).toBe('256')
  expect(changeFor(remedy, { text: '320', services })).toMatchObject({
    changed: { resources: { memoryBytes: 320 * mib } },
  })
  const build = { action: 'raise_build_memory', label, serverId: 'srv_1', memoryBytes: 1024 * mib } as const
  expect(changeFor(build, { text: '1024', services })).toEqual({
    kind: 'server',
    serverId: 'srv_1',
    build: { memoryBytes: 1024 * mib },
  })
})

test('a database is a new service', () => {
  const remedy = { action: 'add_database', label, kind: 'redis', name: 'redis' } as const
  expect(changeFor(remedy, { text: 'cache', services })).toMatchObject({ changed: { name: 'cache', kind: 'redis' } })
})

test('a variable is secret unless its value was suggested, and an existing one keeps its value', () => {
  const remedy = {
    action: 'set_variable',
    label,
    service: 'web',
    key: 'TOKEN',
    scope: 'both',
    value: null,
    keepsValue: false,
  } as const
  const variables = (change: ReturnType<typeof changeFor>) => (change?.kind === 'variables' ? change.variables : [])
  expect(variables(changeFor(remedy, { text: 'x', services }))).toEqual([
    { key: 'TOKEN', scope: 'both', service: 'web', value: 'x', secret: true },
  ])
  const host = { ...remedy, key: 'HOST', value: '0.0.0.0' }
  expect(variables(changeFor(host, { text: '0.0.0.0', services }))).toMatchObject([{ secret: false }])
  expect(variables(changeFor({ ...remedy, keepsValue: true, service: null }, { text: '', services }))).toEqual([
    { key: 'TOKEN', scope: 'both' },
  ])
})

test('changes nothing if the service no longer exists', () => {
  const remedy = { action: 'change_port', label, service: 'gone', port: 8080 } as const
  expect(changeFor(remedy, { text: '8080', services })).toBe(undefined)
})
