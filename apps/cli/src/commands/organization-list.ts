import { listOrganizations } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { requireSession } from '../connection/find-organization.ts'

export const organizationList = defineCommand({
  path: 'organization list',
  summary: 'List your organizations.',
  details: 'Needs a sign-in with email and password: longshore login --email EMAIL.',
  async run(context) {
    const connection = await connect(context)
    requireSession(connection)
    const items = await collectItems(connection.client.items(listOrganizations))
    context.output.table(
      { items },
      {
        heads: ['NAME', 'ROLE', 'ID'],
        rows: items.map((each) => [each.name, each.role, each.id]),
        empty: 'No organizations. Create one: longshore organization create NAME',
      },
    )
    return 0
  },
})
