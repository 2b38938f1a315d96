import { expect, test } from 'vitest'
import { checkGroups, checks } from './checks.ts'
import { toHealthReport } from './health-report.policy.ts'
import { healthTexts } from './health-texts.policy.ts'
import type { Result } from './run-checks.ts'

const checkedAt = new Date('2026-11-18T10:00:00Z')
const options = { groups: checkGroups, checkedAt }

function result(code: string, status: Result['status'], text: string): Result {
  return { code, status, text, remedy: 'docker compose something', durationMs: 1 }
}

test('every check has texts for the dashboard, and no other has', () => {
  expect(Object.keys(healthTexts).toSorted()).toEqual(checks.map(({ code }) => code).toSorted())
})

test('sentences contain no command, no path of the API, and no file of the documentation', () => {
  for (const [code, { title, remedy }] of Object.entries(healthTexts))
    expect(`${title} ${remedy}`, code).not.toMatch(/docker|longshore-server|\/api\/|\/health|docs\/|\.md\b/)
})

test('a fault has the remedy and the command of the dashboard, and a passed check has neither', () => {
  const report = toHealthReport(
    [result('database-reach', 'ok', 'responds'), result('outbox', 'fault', '3 steps wait')],
    options,
  )
  expect(report.status).toBe('failed')
  expect(report.checks).toEqual([
    {
      ...{ code: 'database-reach', group: 'Database', title: 'Database connection' },
      ...{ status: 'passed', finding: 'Responds', remedy: null, command: null },
    },
    {
      ...{ code: 'outbox', group: 'Work', title: 'Handover to Restate', status: 'failed', finding: '3 steps wait' },
      ...{ remedy: healthTexts['outbox']?.remedy, command: 'docker compose restart worker' },
    },
  ])
})

test('a skipped check names the check that must pass first by its title', () => {
  const report = toHealthReport([result('migrations', 'skipped', 'needs database-login')], options)
  expect(report).toMatchObject({ status: 'passed', checks: [{ finding: 'Waits for: Database login', command: null }] })
})

test('a check that only another container can run refers to the doctor command on the machine', () => {
  const text = "SEALING_RECIPIENT isn't set for this process"
  const [check] = toHealthReport([result('sealing-recipient', 'skipped', text)], options).checks
  expect(check).toMatchObject({ status: 'host_only', command: 'docker compose exec api longshore-server doctor' })
})

test('times are readable, and URLs and paths keep their letters', () => {
  const [one, other] = toHealthReport(
    [
      result('recovery-kit', 'ok', 'exported 2026-11-15T09:30:12.345Z'),
      result('link-socket', 'ok', 'secrets/link.sock'),
    ],
    options,
  ).checks
  expect(one?.finding).toBe('Exported 2026-11-15 09:30 UTC')
  expect(other?.finding).toBe('secrets/link.sock')
})
