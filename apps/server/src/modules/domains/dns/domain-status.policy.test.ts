import { expect, it } from 'vitest'
import { backOff, decideStatus } from './domain-status.policy.ts'
import { evaluateCaa } from './evaluate-caa.policy.ts'

const now = new Date('2026-11-15T12:00:00Z')
const before = { status: 'verified', verifiedAt: now, failingSince: null, attempts: 0 } as const
const fault = { code: 'dns_points_elsewhere', detail: 'seen' } as const
const decide = (given: object, found: Parameters<typeof decideStatus>[1]) =>
  decideStatus({ ...before, ...given }, found, { now, everyMs: 30_000 })
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

it('a verified domain gets a grace period that depends on the fault', () => {
  expect(decide({}, fault)).toMatchObject({ status: 'verified', failingSince: now, attempts: 1 })
  expect(decide({ failingSince: ago(0.9) }, fault).status).toBe('verified')
  expect(decide({ failingSince: ago(1) }, fault).status).toBe('failed')
  expect(decide({ failingSince: ago(23) }, { code: 'dns_servfail', detail: '' }).status).toBe('verified')
  expect(decide({}, { code: 'domain_taken', detail: '' }).status).toBe('failed')
})

it('stays pending until someone requests a check, and fails afterwards', () => {
  expect(decide({ status: 'pending' }, fault).status).toBe('pending')
  expect(decide({ status: 'verifying' }, fault).status).toBe('failed')
  expect(decide({ status: 'failed' }, fault).status).toBe('failed')
  expect(decide({ status: 'failed', failingSince: ago(5), attempts: 7 }, undefined)).toMatchObject({
    status: 'verified',
    problem: null,
    failingSince: null,
    attempts: 0,
    nextCheckMs: 6 * 3_600_000,
  })
})

it('checks get rarer and never stop', () => {
  expect([1, 10, 11, 12, 100, 100_000].map((attempts) => backOff(attempts, 30_000) / 1_000)).toEqual([
    30, 30, 60, 120, 43_200, 43_200,
  ])
})

it.each([
  [[], true],
  [['0 issue "letsencrypt.org"'], true],
  [['0 issue "sectigo.com"', '0 issue "letsencrypt.org; validationmethods=http-01"'], true],
  [['0 issue "LetsEncrypt.org"'], true],
  [['0 issuewild ";"'], true],
  [['0 iodef "mailto:a@b.c"'], true],
  [['0 issue ";"'], false],
  [['0 issue "sectigo.com"'], false],
  [['0 issue "evil-letsencrypt.org"'], false],
  [['0 issue "letsencrypt.org; validationmethods=dns-01"'], false],
  [['128 unheard "x"', '0 issue "letsencrypt.org"'], false],
  [['0 unheard "x"'], true],
])('CAA %j allows: %s', (values, isAllowed) => {
  const { faults } = evaluateCaa({ name: 'a.com', outcome: 'found', values }, ['letsencrypt.org'])
  expect(faults.length === 0).toBe(isAllowed)
})

it.each(['servfail', 'timeout', 'refused', 'error'] as const)('CAA that ends with %s forbids', (outcome) => {
  const { faults } = evaluateCaa({ name: 'a.com', outcome, values: [] }, ['letsencrypt.org'])
  expect(faults[0]?.code).toBe('caa_unanswered')
})
