import { expect, test } from 'vitest'
import { Secret } from '../../platform/secrets/secret.ts'
import { hashCode, isSameHash, newCode, newRecoveryCode } from './codes.crypto.ts'

const master = new Secret(Buffer.alloc(32, 7))

test('a code has six digits, including leading zeros', () => {
  const codes = Array.from({ length: 5_000 }, newCode)
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  const leading = codes.filter((code) => code.startsWith('0')).length
  expect(leading).toBeGreaterThan(350)
  expect(leading).toBeLessThan(650)
})

test('a recovery code has ten unambiguous characters', () => {
  const codes = Array.from({ length: 500 }, newRecoveryCode)
  expect(codes.every((code) => /^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBe(500)
})

test('the hash of a code is bound to its row and to the instance key', () => {
  const hash = hashCode(master, 'row-1', '123456')
  expect(hashCode(master, 'row-1', '123456')).toBe(hash)
  expect(hashCode(master, 'row-2', '123456')).not.toBe(hash)
  expect(hashCode(master, 'row-1', '123457')).not.toBe(hash)
  expect(hashCode(new Secret(Buffer.alloc(32, 8)), 'row-1', '123456')).not.toBe(hash)
  expect(hash).not.toContain('123456')
})

test('compares hashes by value', () => {
  expect(isSameHash('abc', 'abc')).toBe(true)
  expect(isSameHash('abc', 'abd')).toBe(false)
  expect(isSameHash('abc', 'ab')).toBe(false)
  expect(isSameHash('abc', '')).toBe(false)
})
