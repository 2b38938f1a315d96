import { expect, test } from 'vitest'
import { deriveKey } from './derive.ts'
import { parseKey } from './key.ts'
import { Secret } from './secret.ts'

const master = new Secret(Buffer.from(Array.from({ length: 32 }, (_, at) => at)))

// Computed once with another implementation of RFC 5869.
test('the derivation never changes: codes on people’s phones depend on it', () => {
  expect(deriveKey(master, 'totp', 'user-1', 0, 20).toString('hex')).toBe('e3cca0c7eaef49cbd0b4f8821774f29c2a3a90ca')
})

test("every input matters, and inputs don't run into each other", () => {
  const derived = [
    deriveKey(master, 'totp', 'user-1', 0),
    deriveKey(master, 'totp', 'user-1', 1),
    deriveKey(master, 'totp', 'user-10', 0),
    deriveKey(master, 'webhook', 'user-1', 0),
    deriveKey(master, 'totpu', 'ser-1', 0),
    deriveKey(new Secret(Buffer.alloc(32, 9)), 'totp', 'user-1', 0),
  ].map((key) => key.toString('hex'))
  expect(new Set(derived).size).toBe(derived.length)
  expect(deriveKey(master, 'totp', 'user-1', 0).toString('hex')).toBe(derived[0])
})

test('rejects a short master key, an empty subject and an odd generation', () => {
  expect(() => deriveKey(new Secret('short'), 'totp', 'u', 0)).toThrow(RangeError)
  expect(() => deriveKey(master, 'totp', '', 0)).toThrow(RangeError)
  expect(() => deriveKey(master, 'totp', 'u', -1)).toThrow(RangeError)
  expect(() => deriveKey(master, 'totp', 'u', 0.5)).toThrow(RangeError)
  expect(() => deriveKey(master, 'totp', 'u', 0, 8)).toThrow(RangeError)
})

test.each([
  ['empty', ''],
  ['a word', 'changeme'],
  ['128 bits', '000102030405060708090a0b0c0d0e0f'],
  ['zeros', '0'.repeat(64)],
  ['repeated', Buffer.from('longshore'.repeat(4)).toString('base64')],
  ['not an encoding', 'not a key at all, with spaces and more than enough of them'],
])('rejects a key that is %s, without quoting it', (_name, text) => {
  expect(() => parseKey(text, 'LINK_KEY')).toThrow(/^LINK_KEY .*openssl rand/)
  if (text !== '') expect(() => parseKey(text, 'LINK_KEY')).not.toThrow(text)
})

test('hexadecimal and base64 of the same bytes are the same key', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7))
  const keys = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].map((text) =>
    parseKey(text, 'KEY'),
  )
  for (const key of keys) expect(key.equals(bytes)).toBe(true)
})
