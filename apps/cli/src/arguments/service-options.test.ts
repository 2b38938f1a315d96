import type { ServiceRequest } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { readFields } from './api-fields.ts'
import { readBytes } from './bytes.ts'
import { readFutureTime } from './future-time.ts'
import { toInput } from './input.ts'
import { describeNewService, type serviceOptions, withServiceOptions } from './service-options.ts'

function change(service: ServiceRequest, values: Record<string, string | string[]>): ServiceRequest {
  return withServiceOptions(service, toInput<typeof serviceOptions>({ values, positionals: [], rest: [] }))
}

const web: ServiceRequest = {
  name: 'web',
  kind: 'web',
  source: { builder: 'auto', rootDirectory: 'apps/web' },
  port: 3000,
  resources: { cpus: 1 },
  volumes: [{ name: 'data', path: '/data' }],
}

test('changes only the settings that the options name', () => {
  expect(change(web, {})).toEqual(web)
  expect(change(web, { port: '8080', memory: '512MB' })).toEqual({
    ...web,
    port: 8080,
    resources: { cpus: 1, memoryBytes: 512_000_000 },
  })
  expect(change(web, { 'build-command': 'make' }).source).toEqual({
    builder: 'auto',
    rootDirectory: 'apps/web',
    buildCommand: 'make',
  })
})

test('replaces a volume with the same name and keeps the others', () => {
  expect(change(web, { volume: ['data=/srv', 'cache=/cache'] }).volumes).toEqual([
    { name: 'data', path: '/srv' },
    { name: 'cache', path: '/cache' },
  ])
})

test('adds the volume of another service next to an own one with the same name', () => {
  expect(change(web, { volume: ['api/data=/shared'] }).volumes).toEqual([
    { name: 'data', path: '/data' },
    { name: 'data', path: '/shared', service: 'api' },
  ])
})

test('none removes a command and a health check', () => {
  const changed = change({ ...web, command: 'run' }, { command: 'none', 'health-check': 'none' })
  expect(changed).toMatchObject({ command: null, healthCheck: null })
})

test('changes single settings of the containers, and none leaves them to the image', () => {
  expect(change(web, { user: '1000', 'shared-memory': '256MiB' }).container).toEqual({
    user: '1000',
    sharedMemoryBytes: 268_435_456,
  })
  const container = { user: '1000', readOnly: true, sharedMemoryBytes: 1 }
  const changed = change({ ...web, container }, { user: 'none', 'shared-memory': 'none', 'working-directory': '/app' })
  expect(changed.container).toEqual({
    user: null,
    readOnly: true,
    sharedMemoryBytes: null,
    workingDirectory: '/app',
  })
})

test('refuses two sources', () => {
  expect(() => change(web, { image: 'a', dockerfile: 'b' })).toThrow('only one of')
})

test('reads sizes', () => {
  expect(readBytes('512MB', '--memory')).toBe(512_000_000)
  expect(readBytes('1.5GiB', '--memory')).toBe(1_610_612_736)
  for (const bad of ['', '-1MB', '1TB', 'MB', '1e9']) expect(() => readBytes(bad, '--memory')).toThrow('must be a size')
})

test('reads times in the future', () => {
  expect(readFutureTime('2h', '--at', 0)).toBe('1970-01-01T02:00:00.000Z')
  expect(readFutureTime('2026-11-15T09:00:00Z', '--at')).toBe('2026-11-15T09:00:00.000Z')
  expect(() => readFutureTime('soon', '--at')).toThrow('--at must be')
})

test('builds the body of an API call', () => {
  expect(readFields(['name=x', 'a.b=1'], ['a.c=[1,null]'])).toEqual({ name: 'x', a: { b: '1', c: [1, null] } })
  expect(() => readFields([], ['a=nope'])).toThrow("isn't JSON")
  readFields(['__proto__.polluted=yes'], [])
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test('builds a new service from the repository unless the options name another source', () => {
  const input = (values: Record<string, string>) =>
    toInput<typeof serviceOptions>({ values, positionals: [], rest: [] })
  expect(describeNewService({ name: 'worker', kind: 'worker' }, input({ command: 'node worker.js' }))).toEqual({
    name: 'worker',
    kind: 'worker',
    command: 'node worker.js',
    source: { builder: 'auto' },
  })
  expect(describeNewService({ name: 'search', kind: 'worker' }, input({ image: 'a/b:1' })).source).toEqual({
    builder: 'image',
    image: 'a/b:1',
  })
  expect(describeNewService({ name: 'db', kind: 'postgres' }, input({}))).toEqual({ name: 'db', kind: 'postgres' })
})
