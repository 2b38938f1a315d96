import type { AttachedDomain, CertificateState, Domain } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { attachedState, missingRecords } from './attached-state.ts'

/** Only the fields that the code reads. */
function settings(route: AttachedDomain['state']['status'], certificate: CertificateState['status']) {
  const ssl = { mode: 'auto', certificate: null, state: { status: certificate } }
  return { state: { status: route }, ssl } as AttachedDomain
}

test('shows the worst of DNS, certificate and route', () => {
  const labelOf = (...given: Parameters<typeof attachedState>) => attachedState(...given).label
  expect(labelOf(settings('loaded', 'active'), { status: 'verified' })).toBe('Active')
  expect(labelOf(settings('loaded', 'pending'), undefined)).toBe('Waiting for DNS')
  expect(labelOf(settings('loaded', 'active'), { status: 'failed' })).toBe('DNS check failed')
  expect(labelOf(settings('loaded', 'failed'), { status: 'verified' })).toBe('Certificate failed')
  expect(labelOf(settings('failed', 'issuing'), { status: 'verified' })).toBe('Failed')
})

test('keeps the state while a domain is checked again, or its certificate is renewed', () => {
  expect(attachedState(settings('loaded', 'renewing'), { status: 'verifying' }).tone).toBe('good')
})

test('a domain without a certificate still needs DNS', () => {
  const plain = { ...settings('loaded', 'none'), ssl: { mode: 'off' as const, certificate: null, state: null } }
  expect(attachedState(plain, { status: 'pending' }).tone).toBe('warn')
  expect(attachedState(plain, { status: 'verified' }).tone).toBe('good')
})

test('lists the records to create', () => {
  const record = (type: 'TXT' | 'A' | 'AAAA', expected: string[], ok = false) => ({
    ...{ type, name: 'shop.example.com', expected, found: [], ok },
  })
  const records = [record('TXT', ['proof']), record('A', ['203.0.113.7']), record('AAAA', [])]
  const domain = (isTxtRequired: boolean, status: Domain['status'] = 'pending') => ({
    status,
    verification: { isTxtRequired, records },
  })
  expect(missingRecords(domain(false)).map(({ type }) => type)).toEqual(['A'])
  expect(missingRecords(domain(true)).map(({ type }) => type)).toEqual(['TXT', 'A'])
  expect(missingRecords(domain(true, 'verified'))).toEqual([])
})
