import { expect, test } from 'vitest'
import { findPendingChanges } from './pending-changes.policy.ts'
import { ServiceConfiguration } from './services.schemas.ts'

function web(change: object) {
  return { name: 'web', kind: 'web' as const, configuration: ServiceConfiguration.parse(change) }
}

function changes(before: object, after: object) {
  const live = { branch: 'main', services: [web(before)], variables: [] }
  return findPendingChanges(live, { branch: 'main', isMoved: false, services: [web(after)], variables: [], file: null })
}

test('reports a changed field with its effect', () => {
  const port = { field: 'port', before: '3000', after: '8080', effect: 'restart' }
  expect(changes({ port: 3_000 }, { port: 8_080 })).toMatchObject([port])
})

test('fields that only decide when to deploy have no effect on running services', () => {
  expect(changes({ watchPaths: ['**'] }, { watchPaths: ['apps/**'] })).toEqual([])
})
