import { createServer, getMe, listServers, triggerBackup } from '@longshore/sdk/operations'
import { leastRoles } from '@longshore/sdk/permissions'
import { expect, test } from 'vitest'
import { text } from '../text/text.ts'
import { isAllowed, roleFor } from './role-permissions.ts'

test.each([
  ['viewer', listServers, true],
  ['viewer', getMe, true],
  ['developer', createServer, false],
  ['admin', createServer, true],
  ['owner', triggerBackup, true],
  ['admin', 'quotas:write', false],
  ['owner', 'quotas:write', true],
] as const)('%s, %o: %s', (role, needed, allowed) => expect(isAllowed(role, needed)).toBe(allowed))

test('allows everything until the role is known', () => expect(isAllowed(undefined, createServer)).toBe(true))

test('every permission that some role lacks has words for asking someone who has it', () => {
  for (const permission of Object.keys(leastRoles)) {
    const known = permission as keyof typeof leastRoles
    if (roleFor(known) !== 'viewer') expect(text.permissions.actions[known], permission).toBeDefined()
  }
})
