import { listEnvironments } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const environmentList = defineCommand({
  path: 'environment list',
  summary: 'List environments, of one project or of all.',
  arguments: [{ name: 'PROJECT', summary: 'Project name or ID.', isOptional: true }],
  async run(context, { positionals: [asked] }) {
    const connection = await connect(context)
    const projectId = asked === undefined ? undefined : (await findProject(connection, asked)).id
    const items = await collectItems(connection.client.items(listEnvironments, { projectId }))
    context.output.table(
      { items },
      {
        heads: ['NAME', 'STATE', 'BRANCH', 'CHANGED', 'ID'],
        rows: items.map((each) => [
          each.name,
          formatStatus(each.status),
          each.branch ?? '–',
          formatWhen(each.updatedAt),
          each.id,
        ]),
        empty: 'No environments yet. Create one: longshore environment create PROJECT NAME --server SERVER',
      },
    )
    return 0
  },
})
