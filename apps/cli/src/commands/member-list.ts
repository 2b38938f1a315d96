import { listMembers } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { organizationIdOf } from '../connection/find-organization.ts'
import { formatWhen } from '../terminal/format.ts'

export const memberList = defineCommand({
  path: 'member list',
  summary: 'List members of the organization.',
  async run(context) {
    const connection = await connect(context)
    const id = await organizationIdOf(connection)
    const items = await collectItems(connection.client.items(listMembers, { id }))
    context.output.table(
      { items },
      {
        heads: ['EMAIL', 'NAME', 'ROLE', 'JOINED'],
        rows: items.map((each) => [each.email, each.name, each.role, formatWhen(each.createdAt)]),
        empty: 'No members.',
      },
    )
    return 0
  },
})
