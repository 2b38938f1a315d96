import { expect, it } from 'vitest'
import { evaluateMissing } from './missing-backup.policy.ts'

const since = new Date('2026-01-01T00:00:00Z')
const at = (text: string) => Date.parse(text)

it('two days without a success are too long, counted from the first use or the last success', () => {
  const none = { since, lastSucceededAt: null, problem: null }
  expect(evaluateMissing(none, at('2026-01-02T23:59:59Z'))).toBeNull()
  expect(evaluateMissing(none, at('2026-01-03T00:00:00Z'))).toMatchObject({ detail: 'No backup succeeded in 2 days.' })
  const once = { ...none, lastSucceededAt: new Date('2026-01-05T02:00:00Z') }
  expect(evaluateMissing(once, at('2026-01-07T01:59:59Z'))).toBeNull()
  expect(evaluateMissing(once, at('2026-01-09T02:00:00Z'))).toMatchObject({ detail: 'The last backup is 4 days old.' })
})

it('gives the reason of the last failed attempt', () => {
  const seen = { since, lastSucceededAt: null, problem: 'The bucket refused the key.' }
  expect(evaluateMissing(seen, at('2026-01-04T00:00:00Z'))?.detail).toBe(
    'No backup succeeded in 3 days. The last attempt failed: The bucket refused the key.',
  )
})

it('is one cause for a week, then another, and another after a success', () => {
  const key = (lastSucceededAt: Date | null, now: string) =>
    evaluateMissing({ since, lastSucceededAt, problem: null }, at(now))?.causeKey
  const first = key(null, '2026-01-03T00:00:00Z')
  expect(key(null, '2026-01-09T23:00:00Z')).toBe(first)
  expect(key(null, '2026-01-10T00:00:00Z')).not.toBe(first)
  expect(key(new Date('2026-01-01T01:00:00Z'), '2026-01-03T01:00:00Z')).not.toBe(first)
})
