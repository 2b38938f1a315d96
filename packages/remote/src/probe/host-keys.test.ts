import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../ssh/index.ts'
import { evaluateHostKeys, sortKeys } from './host-keys.ts'

const ed25519 = { type: 'ssh-ed25519', key: 'AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f' }
const other = { type: 'ssh-ed25519', key: 'AAAAC3NzaC1lZDI1NTE5AAAAIB8eHRwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEA' }
const rsa = { type: 'ssh-rsa', key: 'AAAAB3NzaC1yc2EAAAADAQABAAAAAQ' }

describe('evaluateHostKeys', () => {
  it('warns at the first contact and shows the fingerprint', () => {
    const { outcome, value } = evaluateHostKeys([ed25519, rsa], { pinnedKeys: [] })
    expect(outcome).toMatchObject({ status: 'warning', code: 'host_key_unknown' })
    expect(outcome.detail).toContain(fingerprintOf(ed25519))
    expect(value).toEqual([ed25519, rsa])
  })

  it('logs in only with confirmed keys', () => {
    expect(evaluateHostKeys([ed25519, rsa], { pinnedKeys: [rsa] })).toMatchObject({
      outcome: { status: 'ok' },
      value: [rsa],
    })
    const expectedFingerprint = fingerprintOf(ed25519)
    expect(evaluateHostKeys([ed25519, rsa], { pinnedKeys: [], expectedFingerprint }).value).toEqual([ed25519])
  })

  it('stops at another key and shows both', () => {
    for (const expected of [
      { pinnedKeys: [ed25519] },
      { pinnedKeys: [], expectedFingerprint: fingerprintOf(ed25519) },
    ]) {
      const { outcome, value } = evaluateHostKeys([other], expected)
      expect(outcome).toMatchObject({ status: 'failed', code: 'host_key_changed' })
      expect(outcome.detail).toContain(fingerprintOf(other))
      expect(outcome.detail).toContain(fingerprintOf(ed25519))
      expect(value).toBeUndefined()
    }
  })

  it('a pinned key outweighs the fingerprint of the caller', () => {
    const expectedFingerprint = fingerprintOf(other)
    expect(evaluateHostKeys([other], { pinnedKeys: [ed25519], expectedFingerprint }).value).toBeUndefined()
  })

  it('handles a server without any supported key', () => {
    expect(evaluateHostKeys([], { pinnedKeys: [] }).outcome).toMatchObject({ code: 'no_common_algorithm' })
  })
})

it('shows the best key for comparison', () => {
  expect(sortKeys([rsa, { type: 'ssh-new', key: '' }, ed25519]).map((key) => key.type)).toEqual([
    'ssh-ed25519',
    'ssh-rsa',
    'ssh-new',
  ])
})
