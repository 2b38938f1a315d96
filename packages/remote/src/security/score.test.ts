import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { checkStatuses } from './check.ts'
import { type Scored, scoreOf, weightOf } from './score.ts'

const anyChecks = fc
  .array(fc.constantFrom(...checkStatuses), { minLength: catalog.length, maxLength: catalog.length })
  .map((statuses): Scored[] => catalog.map((check, index) => ({ ...check, status: statuses[index] ?? 'unknown' })))

function score(checks: readonly Scored[]): number {
  return scoreOf(checks) ?? 100
}

test('fixing a check never lowers the score', () => {
  fc.assert(
    fc.property(anyChecks, fc.nat(), (checks, pick) => {
      const open = checks.filter(({ status }) => status === 'fail' || status === 'unknown')
      const one = open[pick % Math.max(open.length, 1)]
      for (const status of ['pass', 'not_applicable'] as const) {
        const changed = checks.map((check) => (check === one ? { ...check, status } : check))
        expect(score(changed)).toBeGreaterThanOrEqual(score(checks))
      }
    }),
  )
})

test('a new failure never raises it, and unknown is worth no more than a failure', () => {
  fc.assert(
    fc.property(anyChecks, fc.nat(), (checks, pick) => {
      const at = pick % checks.length
      const set = (status: Scored['status']) =>
        checks.map((check, index) => (index === at ? { ...check, status } : check))
      expect(score(set('fail'))).toBeLessThanOrEqual(score(set('pass')))
      expect(score(set('unknown'))).toBe(score(set('fail')))
    }),
  )
})

test('is an integer from 0 to 100, and 100 only when everything that applies passes', () => {
  fc.assert(
    fc.property(anyChecks, (checks) => {
      const value = score(checks)
      expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true)
      const isPerfect = checks.every(({ status }) => status === 'pass' || status === 'not_applicable')
      expect(value === 100).toBe(isPerfect)
    }),
  )
})

test('checks that are only reported weigh less than those that are fixed', () => {
  const total = (kind: string) =>
    catalog
      .filter((check) => (kind === 'safe') === (check.class === 'safe'))
      .reduce((sum, check) => sum + weightOf(check), 0)
  expect(total('report')).toBeLessThan(total('safe') / 4)
  expect(scoreOf([])).toBeNull()
})
