import { expect, it } from 'vitest'
import { isVerificationDue } from './verification-due.policy.ts'

const now = new Date('2026-05-10T03:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

it.each([
  ['off', null, false],
  ['each', ago(0), true],
  ['daily', null, true],
  ['daily', ago(1), false],
  ['daily', ago(23.9), true],
  ['weekly', ago(48), false],
  ['weekly', ago(24 * 7), true],
] as const)('%s, last verified %s: %s', (proof, lastRestoreTestAt, expected) => {
  expect(isVerificationDue(proof, { lastRestoreTestAt, now })).toBe(expected)
})
