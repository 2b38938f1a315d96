import type { Service } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { remediesOf } from './remedies.ts'

const mib = 1_048_576
const at = '2026-11-16T10:00:00.000Z'
const web: Service = {
  id: 'svc_1',
  name: 'web',
  kind: 'web',
  resources: { memoryBytes: 128 * mib },
  tunnel: null,
  ownedByFile: [],
  createdAt: at,
  updatedAt: at,
}
const server = {
  id: 'srv_1',
  build: { concurrency: 1, memoryBytes: 512 * mib, cpus: null, cacheBytes: null },
  resources: null,
}
const failure = (code: string, detail = '') => ({ code, title: '', detail, hint: '', step: null })

it('raises the memory of the service that ran out of it', () => {
  const error = failure('out_of_memory', 'web ran out of memory.')
  const remedies = remediesOf({ error, environment: { services: [web] }, server })
  expect(remedies).toEqual([{ kind: 'raise_memory', service: web, memoryBytes: 192 * mib }])
})

it('does not change limits that a file in the repository sets', () => {
  const error = failure('out_of_memory', 'web ran out of memory.')
  const environment = { services: [{ ...web, ownedByFile: ['resources'] }] }
  expect(remediesOf({ error, environment, server })).toEqual([{ kind: 'go', to: 'services' }])
})

it('raises the build memory if there is a limit and free memory', () => {
  const error = failure('build_out_of_memory')
  const environment = { services: [] }
  expect(remediesOf({ error, environment, server })).toEqual([
    { kind: 'raise_build_memory', serverId: 'srv_1', memoryBytes: 768 * mib },
  ])
  const small = {
    ...server,
    resources: { cpus: 1, memoryBytes: 600 * mib, swapBytes: 0, diskBytes: 0, diskFreeBytes: 0 },
  }
  expect(remediesOf({ error, environment, server: small })[0]).toEqual({ kind: 'go', to: 'settings' })
})

it('offers no remedy for an unknown error', () => {
  expect(remediesOf({ error: failure('something_new'), environment: { services: [] }, server })).toEqual([])
})
