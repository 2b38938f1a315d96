import type { Member } from '@longshore/sdk'
import { listMembers } from '@longshore/sdk/operations'
import type { Connection } from './connect.ts'
import { findNamed } from './find-named.ts'
import { organizationIdOf } from './find-organization.ts'

/** Finds a member of the organization by email or ID. */
export async function findMember(
  connection: Connection,
  asked: string,
): Promise<{ organizationId: string; member: Member }> {
  const organizationId = await organizationIdOf(connection)
  const member = await findNamed(connection.client.items(listMembers, { id: organizationId }), asked, {
    noun: 'member',
    namesOf: ({ email }) => [email],
    see: 'longshore member list',
  })
  return { organizationId, member }
}
