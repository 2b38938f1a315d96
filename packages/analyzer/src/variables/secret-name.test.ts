import { expect, test } from 'vitest'
import { isLikelySecret } from './secret-name.ts'

test.each([
  ['LOG_LEVEL', 'info', false],
  ['STRIPE_SECRET_KEY', 'sk_1', true],
  ['DATABASE_URL', 'sqlite.db', true],
  ['NEXT_PUBLIC_API_KEY', 'pk_1', false],
  ['UPSTREAM', 'https://ada:hush@example.com', true],
  ['UPSTREAM', 'https://example.com:8080/@ada', false],
  ['CERT', '-----BEGIN PRIVATE KEY-----\nabc', true],
])('%s=%s is a secret: %s', (key, value, expected) => {
  expect(isLikelySecret(key, value)).toBe(expected)
})
