import { createInvitation } from '@longshore/sdk/operations'
import { readRole, roles } from '../arguments/role.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { organizationIdOf } from '../connection/find-organization.ts'

export const memberInvite = defineCommand({
  path: 'member invite',
  summary: 'Invite someone to the organization.',
  details: 'Sends an email if the instance can, and prints the link.',
  arguments: [{ name: 'EMAIL', summary: 'Email address.' }],
  options: {
    role: {
      type: 'string',
      value: 'ROLE',
      choices: roles,
      summary: `One of ${roles.join(', ')} (default: developer).`,
    },
  },
  examples: ['longshore member invite sam@example.com --role viewer'],
  async run(context, input) {
    const connection = await connect(context)
    const id = await organizationIdOf(connection)
    const body = { email: input.positionals[0] ?? '', role: readRole(input.text('role') ?? 'developer') }
    const invitation = await connection.client.call(createInvitation, { id, body })
    context.output.note(`Invited ${invitation.email} as ${invitation.role}. The link works once:`)
    context.output.show(invitation, () => [invitation.link])
    return 0
  },
})
