import { updateMember } from '@longshore/sdk/operations'
import { readRole, roles } from '../arguments/role.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findMember } from '../connection/find-member.ts'

export const memberRole = defineCommand({
  path: 'member role',
  summary: "Change a member's role.",
  arguments: [
    { name: 'MEMBER', summary: 'Email address or member ID.' },
    { name: 'ROLE', summary: 'viewer, developer, admin, or owner.', choices: roles },
  ],
  async run(context, { positionals: [asked = '', role] }) {
    const connection = await connect(context)
    const { organizationId, member } = await findMember(connection, asked)
    const body = { role: readRole(role) }
    const changed = await connection.client.call(updateMember, { id: organizationId, memberId: member.id, body })
    context.output.show(changed, () => [`${changed.email} is now ${changed.role}.`])
    return 0
  },
})
