import { expect, it } from 'vitest'
import type { Result } from './run-checks.ts'
import { exitCodeOf, writeJson, writeText } from './write-report.ts'

const results: Result[] = [
  { code: 'settings', status: 'ok', text: 'usable', remedy: null, durationMs: 1 },
  { code: 'backup-place', status: 'warning', text: 'no storage location is set', remedy: 'Name one.', durationMs: 2 },
  { code: 'restore', status: 'skipped', text: 'needs migrations', remedy: null, durationMs: 0 },
]

it('has one line for each check, the remedy below it, and the counts at the end', () => {
  expect(writeText(results).split('\n')).toEqual([
    'ok       settings      usable',
    'warning  backup-place  no storage location is set',
    '                       → Name one.',
    'skipped  restore       needs migrations',
    '3 checks: 1 ok, 1 warning, 0 fault, 1 skipped',
    '',
  ])
})

it('exits with 1 only on a fault', () => {
  expect(exitCodeOf(results)).toBe(0)
  expect(exitCodeOf([...results, { code: 'x', status: 'fault', text: '', remedy: 'y', durationMs: 0 }])).toBe(1)
})

it('reports the same as JSON', () => {
  const report = JSON.parse(writeJson(results, { version: '1.2.3', checkedAt: new Date(0) }))
  expect(report).toMatchObject({
    version: '1.2.3',
    checkedAt: '1970-01-01T00:00:00.000Z',
    status: 'warning',
    counts: { ok: 1, warning: 1, fault: 0, skipped: 1 },
  })
  expect(report.checks).toEqual(results)
})
