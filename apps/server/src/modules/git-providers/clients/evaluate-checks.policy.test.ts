import { describe, expect, it } from 'vitest'
import { evaluateChecks } from './evaluate-checks.policy.ts'

const of = (...states: string[]) => evaluateChecks(states.map((state, index) => ({ name: `ci/${index}`, state })))

describe('commit checks', () => {
  it.each([
    [[], 'none'],
    [['success'], 'success'],
    [['SUCCESSFUL', 'skipped', 'neutral'], 'success'],
    [['success', 'in_progress'], 'pending'],
    [['INPROGRESS'], 'pending'],
    [['pending', 'failure'], 'failure'],
    [['success', 'STOPPED'], 'failure'],
    [['timed_out'], 'failure'],
    [['action_required'], 'failure'],
    [['a word of tomorrow'], 'failure'],
  ])('%j are %s', (states, together) => {
    expect(of(...states)).toBe(together)
  })

  it('ignores statuses that Longshore itself reports', () => {
    expect(evaluateChecks([{ name: 'longshore/shop/production', state: 'pending' }])).toBe('none')
    const both = [
      { name: 'Longshore: production', state: 'failure' },
      { name: 'ci', state: 'success' },
    ]
    expect(evaluateChecks(both)).toBe('success')
    expect(evaluateChecks([{ name: 'longshoreman', state: 'failure' }])).toBe('failure')
  })
})
