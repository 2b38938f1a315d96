import type { Deployment, PendingChange } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { changesLeft, deploymentOfChanges, noteIncluded } from './included-changes.ts'

const change = (field: string, after = '1') =>
  ({ kind: 'service_changed', service: 'web', field, after }) as PendingChange
const running = (status: Deployment['status'], id = 'dep_4') => ({ id, status, rollbackOf: null })
const [port, memory] = [change('port'), change('memory')]

it('leaves nothing while all pending changes are deployed', () => {
  const included = noteIncluded(null, running('queued'), [port, memory])
  expect(changesLeft([port, memory], included)).toEqual([])
})

it('includes changes until the deployment has planned', () => {
  const first = noteIncluded(null, running('queued'), [port])
  const second = noteIncluded(first, running('preparing'), [port, memory])
  expect(changesLeft([port, memory], second)).toEqual([])
  expect(noteIncluded(second, running('preparing'), [port, memory])).toBe(second)
})

it('leaves changes from after the plan', () => {
  const first = noteIncluded(null, running('building'), [port])
  const second = noteIncluded(first, running('checking'), [change('port', '2'), memory])
  expect(second).toBe(first)
  expect(changesLeft([port, change('port', '2'), memory], second)).toEqual([change('port', '2'), memory])
})

it('leaves everything when no deployment runs', () => {
  const before = noteIncluded(null, running('building'), [port])
  expect(changesLeft([port], noteIncluded(before, undefined, [port]))).toEqual([port])
})

it('starts over with the next deployment', () => {
  const before = noteIncluded(null, running('building'), [port])
  const next = noteIncluded(before, running('building', 'dep_5'), [port, memory])
  expect(changesLeft([port, memory], next)).toEqual([])
})

it('finds the deployment that uses the current settings', () => {
  const [live, rollback] = [running('live', 'dep_3'), { ...running('building', 'dep_5'), rollbackOf: 'dep_2' }]
  expect(deploymentOfChanges([rollback, live])).toBeUndefined()
  expect(deploymentOfChanges([running('cancelling'), live])).toBeUndefined()
  expect(deploymentOfChanges([running('checking'), live])?.id).toBe('dep_4')
})
