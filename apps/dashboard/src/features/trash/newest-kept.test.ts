import { expect, test } from 'vitest'
import { isStopping, newestKept } from './newest-kept.ts'

test('takes the newest item once it is kept', () => {
  expect(
    newestKept([
      { status: 'kept', id: 'new' },
      { status: 'kept', id: 'old' },
    ])?.id,
  ).toBe('new')
})

test('takes nothing while the newest deletion is running, instead of what was deleted earlier', () => {
  expect(newestKept([{ status: 'deleting' }, { status: 'kept' }])).toBeUndefined()
  expect(newestKept([{ status: 'purging' }, { status: 'kept' }])).toBeUndefined()
  expect(newestKept([])).toBeUndefined()
})

test('waits for what stops on a server, not for the rest', () => {
  expect(isStopping('environment')).toBe(true)
  expect(isStopping('project')).toBe(true)
  expect(isStopping('server')).toBe(true)
  expect(isStopping('variables')).toBe(false)
  expect(isStopping('service')).toBe(false)
})
