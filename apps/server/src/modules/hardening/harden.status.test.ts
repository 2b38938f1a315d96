import { describe, expect, it, test } from 'vitest'
import { finalStatus, statusDuring } from './harden.status.ts'

describe('finalStatus', () => {
  it.each([
    ['confirmed when the workflow succeeded', { succeeded: true, kind: 'harden', guardState: null }, 'confirmed'],
    [
      'confirmed when the server says so, although the workflow failed afterwards',
      { succeeded: false, kind: 'harden', guardState: 'confirmed' },
      'confirmed',
    ],
    [
      'rolled back when the server says so',
      { succeeded: false, kind: 'revert', guardState: 'reverted' },
      'rolled_back',
    ],
    ['failed when nothing was armed', { succeeded: false, kind: 'harden', guardState: 'discarded' }, 'failed'],
    [
      'failed, not rolled back, while the outcome is not known',
      { succeeded: false, kind: 'harden', guardState: null },
      'failed',
    ],
    [
      'failed while the revert is not complete',
      { succeeded: false, kind: 'harden', guardState: 'reverting' },
      'failed',
    ],
    ['planned after a dry run', { succeeded: true, kind: 'plan', guardState: null }, 'planned'],
  ] as const)('is %s', (_, end, status) => {
    expect(finalStatus(end)).toBe(status)
  })
})

test('a run is applying while it applies', () => {
  expect(statusDuring('apply')).toBe('applying')
})
