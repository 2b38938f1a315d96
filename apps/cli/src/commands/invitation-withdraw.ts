import { listInvitations, withdrawInvitation } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findNamed } from '../connection/find-named.ts'
import { organizationIdOf } from '../connection/find-organization.ts'

export const invitationWithdraw = defineCommand({
  path: 'invitation withdraw',
  summary: 'Withdraw an invitation. Its link stops working.',
  arguments: [{ name: 'INVITATION', summary: 'Email address or invitation ID.' }],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const id = await organizationIdOf(connection)
    const invitation = await findNamed(client.items(listInvitations, { id }), input.positionals[0] ?? '', {
      noun: 'invitation',
      namesOf: ({ email }) => [email],
      see: 'longshore invitation list',
    })
    await client.call(withdrawInvitation, { id, invitationId: invitation.id })
    context.output.show({ id: invitation.id, email: invitation.email }, () => [
      `Withdrew the invitation of ${invitation.email}.`,
    ])
    return 0
  },
})
