import { expect, test } from 'vitest'
import { isLoaderKey, isVariableKey } from './variable-key.policy.ts'

test.each(['A', '_a', 'DATABASE_URL', 'a1', '__proto__', 'A'.repeat(128)])('%s is a key', (key) =>
  expect(isVariableKey(key)).toBe(true),
)

test.each(['', '1A', 'A=B', 'A\nLD_PRELOAD', 'A\n', 'A B', 'Ä', 'A-B', 'A.B', 'A\u0000', 'A'.repeat(129), '$(id)'])(
  '%j is not a key',
  (key) => expect(isVariableKey(key)).toBe(false),
)

test.each(['PATH', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'NODE_OPTIONS', 'DOCKER_HOST'])(
  '%s is kept out of builds',
  (key) => expect(isLoaderKey(key)).toBe(true),
)

test.each(['DATABASE_URL', 'PATHS', 'LDAP_URL', 'NODE_ENV'])('%s is allowed in a build', (key) =>
  expect(isLoaderKey(key)).toBe(false),
)
