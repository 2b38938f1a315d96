import { expect, test } from 'vitest'
import { fingerprintOf } from './host-key.ts'

test('returns the fingerprint that ssh-keygen -l prints', () => {
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
  expect(fingerprintOf({ type: 'ssh-ed25519', key })).toBe('SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA')
})
