/** An authenticated actor for tests of services. */

import type { Actor } from '../platform/access/actor.ts'
import { type Role, rolePermissions } from '../platform/access/permissions.ts'
import type { OrganizationId } from '../platform/database/database.ts'
import type { Id } from '../platform/ids/brand.ts'
import { newId } from '../platform/ids/type-id.ts'

export function testActor(
  organizationId: OrganizationId,
  person: { userId?: Id<'usr'>; userName?: string; role?: Role } = {},
): Actor {
  const { userId = newId('usr'), userName = 'ada@example.com', role = 'owner' } = person
  return {
    requestId: 'r',
    ip: '192.0.2.1',
    userAgent: '',
    sessionId: newId('ses'),
    tokenId: null,
    authenticatedAt: new Date(),
    idempotency: null,
    ifMatch: null,
    kind: 'user',
    userId,
    userName,
    organizationId,
    role,
    permissions: rolePermissions[role],
    projectIds: null,
  }
}
