import { expect, test } from 'vitest'
import { healthDeadlineMs } from '../../modules/instance/instance.limits.ts'
import { boundedChecks, checkHealth } from './check-health.ts'
import { readUsableSettings } from './usable-settings.ts'

const linkKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7 + 128)).toString('base64')
/** A worker whose neighbors are all down: nothing listens on port 1. */
const environment = {
  DATABASE_URL: 'postgresql://longshore:a-long-password@127.0.0.1:1/longshore',
  // A check quotes this URL, and its hostname contains the password of the database.
  PUBLIC_URL: 'https://a-long-password.invalid',
  SMTP_URL: 'smtp://user:mail-password@127.0.0.1:1',
  LINK_SOCKET: '/nonexistent/link.sock',
  LINK_KEY: linkKey,
  RESTATE_INGRESS_URL: 'http://127.0.0.1:1',
  RESTATE_ADMIN_URL: 'http://127.0.0.1:1',
  RESTATE_IDENTITY_KEYS: 'publickeyv1_abc',
  SEALING_IDENTITIES: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
}

test('reports every check, even if nothing responds, and quotes no secret', async () => {
  const report = await checkHealth(readUsableSettings(environment))
  expect(report.status).toBe('failed')
  expect(report.checks.map(({ code }) => code)).toEqual(boundedChecks.map(({ code }) => code))
  const statusOf = (wanted: string) => report.checks.find(({ code }) => code === wanted)?.status
  expect(statusOf('database-reach')).toBe('failed')
  expect(statusOf('database-login')).toBe('skipped')
  expect(statusOf('mail-server')).toBe('failed')
  expect(report.checks.some(({ finding }) => finding.includes('.invalid'))).toBe(true)
  const shown = JSON.stringify(report)
  for (const secret of ['a-long-password', 'mail-password', linkKey, environment.SEALING_IDENTITIES])
    expect(shown).not.toContain(secret)
})

test('the slowest chain of checks ends before the API stops waiting', () => {
  const endsMs = new Map<string, number>()
  for (const { code, needs = [], withinMs } of boundedChecks)
    endsMs.set(code, Math.max(0, ...needs.map((each) => endsMs.get(each) ?? 0)) + withinMs)
  expect(Math.max(...endsMs.values())).toBeLessThan(healthDeadlineMs)
})
