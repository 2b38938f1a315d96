import { expect, test } from 'vitest'
import { isAtLeast } from './role-order.ts'

test.each([
  ['viewer', 'viewer', true],
  ['viewer', 'developer', false],
  ['developer', 'admin', false],
  ['admin', 'admin', true],
  ['owner', 'admin', true],
] as const)('%s is at least %s: %s', (role, needed, isEnough) => expect(isAtLeast(role, needed)).toBe(isEnough))
