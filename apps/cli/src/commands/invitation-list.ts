import { listInvitations } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { organizationIdOf } from '../connection/find-organization.ts'
import { formatWhen } from '../terminal/format.ts'

export const invitationList = defineCommand({
  path: 'invitation list',
  summary: 'List open invitations.',
  async run(context) {
    const connection = await connect(context)
    const id = await organizationIdOf(connection)
    const items = await collectItems(connection.client.items(listInvitations, { id }))
    context.output.table(
      { items },
      {
        heads: ['EMAIL', 'ROLE', 'EXPIRES'],
        rows: items.map((each) => [each.email, each.role, formatWhen(each.expiresAt)]),
        empty: 'No open invitations. Invite someone: longshore member invite EMAIL',
      },
    )
    return 0
  },
})
