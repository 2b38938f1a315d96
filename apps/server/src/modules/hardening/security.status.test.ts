import { describe, expect, test } from 'vitest'
import { type CheckResult, compareWithBaseline, type SecurityFacts, securityStateOf } from './security.status.ts'

const check = (id: string, status: CheckResult['status'], change: Partial<CheckResult> = {}): CheckResult => ({
  id,
  status,
  severity: 'medium',
  class: 'safe',
  ...change,
})
const good = [check('a', 'pass'), check('b', 'not_applicable')]
const quiet: SecurityFacts = {
  isHardening: false,
  isScanning: false,
  isHardeningLost: false,
  hasScanFailed: false,
  checks: good,
  drifted: [],
}

test.each<[string, Partial<SecurityFacts>, string]>([
  ['never looked at', { checks: null }, 'unknown'],
  ['the first scan runs', { checks: null, isScanning: true }, 'scanning'],
  ['a later scan runs', { isScanning: true }, 'scanning'],
  ['a scan and a hardening', { isScanning: true, isHardening: true }, 'hardening'],
  ['a hardening of a server that drifted', { isHardening: true, drifted: ['a'] }, 'hardening'],
  ['everything passes or does not apply', {}, 'hardened'],
  [
    'what is only reported does not count',
    { checks: [...good, check('c', 'fail', { class: 'report', severity: 'critical' })] },
    'hardened',
  ],
  ['what must be asked for does not count', { checks: [...good, check('c', 'fail', { class: 'opt_in' })] }, 'hardened'],
  ['a medium check fails', { checks: [...good, check('c', 'fail')] }, 'partial'],
  ['a medium check is unknown', { checks: [...good, check('c', 'unknown')] }, 'partial'],
  ['a high check fails', { checks: [...good, check('c', 'fail', { severity: 'high' })] }, 'weak'],
  ['a critical check is unknown', { checks: [...good, check('c', 'unknown', { severity: 'critical' })] }, 'weak'],
  ['drift outranks what the checks say', { drifted: ['a'] }, 'drifted'],
  ['the newest scan failed', { hasScanFailed: true }, 'failed'],
  ['the newest scan failed, and none ever succeeded', { hasScanFailed: true, checks: null }, 'failed'],
  ['it is unknown how the hardening ended', { isHardeningLost: true }, 'failed'],
  ['a scan after a hardening that was lost', { isHardeningLost: true, isScanning: true }, 'scanning'],
])('%s', (_name, known, state) => {
  expect(securityStateOf({ ...quiet, ...known })).toBe(state)
})

describe('drift', () => {
  const none = { hardeningRunId: null, passed: [] }
  const checks = (a: CheckResult['status'], b: CheckResult['status']) => [check('a', a), check('b', b)]

  test('without a hardening in force there is no drift', () => {
    expect(compareWithBaseline(none, { hardeningRunId: null, checks: checks('fail', 'fail') })).toEqual({
      baseline: none,
      drifted: [],
    })
  })

  test('the first scan after a hardening sets the baseline', () => {
    const { baseline, drifted } = compareWithBaseline(none, { hardeningRunId: 'r1', checks: checks('pass', 'fail') })
    expect(baseline).toEqual({ hardeningRunId: 'r1', passed: ['a'] })
    expect(drifted).toEqual([])
  })

  test.each<[CheckResult['status'], string[]]>([
    ['pass', []],
    ['fail', ['a']],
    // Losing our own permissions must not go unnoticed.
    ['unknown', ['a']],
    ['not_applicable', []],
  ])('a check that passed and is %s now', (status, expected) => {
    const before = { hardeningRunId: 'r1', passed: ['a'] }
    const { baseline, drifted } = compareWithBaseline(before, { hardeningRunId: 'r1', checks: checks(status, 'fail') })
    expect(drifted).toEqual(expected)
    expect(baseline).toBe(before)
  })

  test('a revert ends the drift, and another hardening starts over', () => {
    const before = { hardeningRunId: 'r1', passed: ['a'] }
    const now = checks('fail', 'pass')
    expect(compareWithBaseline(before, { hardeningRunId: null, checks: now })).toEqual({ baseline: none, drifted: [] })
    expect(compareWithBaseline(before, { hardeningRunId: 'r2', checks: now })).toEqual({
      baseline: { hardeningRunId: 'r2', passed: ['b'] },
      drifted: [],
    })
  })
})
