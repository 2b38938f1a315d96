import type { AttachedDomain } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { certificateLabel } from './certificate-label.ts'

const now = Date.parse('2026-11-16T00:00:00.000Z')
const state = {
  status: 'active' as const,
  issuer: 'Test CA',
  notBefore: null,
  notAfter: null as string | null,
  renewAt: null,
  retryAt: null,
  lastError: null,
  steps: [],
}
const settingsWith = (ssl: AttachedDomain['ssl']) => {
  // Only the fields that the code reads.
  const settings = { ssl } as AttachedDomain
  return { settings, url: 'https://app.example.com' }
}
const until = (notAfter: string | null, status: 'active' | 'failed' = 'active') =>
  certificateLabel(settingsWith({ mode: 'auto', certificate: null, state: { ...state, notAfter, status } }), now)

it('shows the days until expiry, and warns when they are few', () => {
  expect(until('2027-01-15T00:00:00.000Z')).toEqual({ tone: 'good', label: 'Certificate: 60 days left' })
  expect(until('2026-11-20T12:00:00.000Z')).toEqual({ tone: 'warn', label: 'Certificate expires in 4 days' })
  expect(until('2026-11-15T00:00:00.000Z')?.tone).toBe('bad')
})

it('shows the status while there is no certificate', () => {
  expect(until(null, 'failed')).toEqual({ tone: 'bad', label: 'Certificate failed' })
  expect(certificateLabel({ settings: null, url: 'http://a.example' }, now)?.tone).toBe('idle')
  expect(certificateLabel({ settings: null, url: 'https://a.example' }, now)).toBeNull()
})
