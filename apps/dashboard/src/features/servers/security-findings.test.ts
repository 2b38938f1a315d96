import type { SecurityCheck } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { text } from '../../text/text.ts'
import { countFindings, describeSecurity } from './security-findings.ts'

const check = (status: SecurityCheck['status'], group: SecurityCheck['class'], fixable: boolean) => ({
  status,
  class: group,
  fixable,
})
const updates = check('fail', 'safe', false)

test('counts open findings by who fixes them', () => {
  const checks = [check('fail', 'safe', true), updates, check('unknown', 'report', false), check('pass', 'safe', true)]
  expect(countFindings(checks)).toEqual({ byHardening: 1, byYou: 2 })
})

test('does not offer hardening for what it cannot fix', () => {
  expect(describeSecurity({ state: 'weak', checks: [updates, updates] })).toBe('2 findings need you.')
  expect(describeSecurity({ state: 'partial', checks: [check('fail', 'safe', true), updates] })).toBe(
    'Hardening can fix 1 finding. 1 finding needs you.',
  )
  expect(describeSecurity({ state: 'hardened', checks: [check('pass', 'safe', true)] })).toBe('All checks passed.')
})

test('explains states that checks do not decide', () => {
  expect(describeSecurity({ state: 'scanning', checks: [updates] })).toBe(text.security.meanings.scanning)
})
