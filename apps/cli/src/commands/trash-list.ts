import { listTrash } from '@longshore/sdk/operations'
import { isTrashKind, trashKinds } from '../arguments/trash-kinds.ts'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'
import { formatBytes, formatStatus, formatWhen } from '../terminal/format.ts'
import { formatDeletedBy } from '../terminal/trash-lines.ts'

export const trashList = defineCommand({
  path: 'trash list',
  summary: 'List what was deleted and can be restored, newest first.',
  details:
    'Only a person can remove items permanently, in the dashboard under Trash. So deletions with a stolen API token can be undone.',
  options: {
    kind: { type: 'string', value: 'KIND', choices: trashKinds, summary: 'Only items of this kind.' },
    project: { type: 'string', value: 'PROJECT', summary: 'Only what belonged to this project: name or ID.' },
  },
  examples: ['longshore trash list --kind environment', 'longshore trash list --json'],
  async run(context, input) {
    const connection = await connect(context)
    const kind = input.text('kind')
    if (kind !== undefined && !isTrashKind(kind)) throw new CliError('usage', `Unknown kind “${kind}”.`)
    const project = input.text('project')
    // A deleted project has no name to find it by, but its ID still works.
    const projectId =
      project !== undefined && !project.startsWith('prj_') ? (await findProject(connection, project)).id : project
    const items = await collectItems(connection.client.items(listTrash, { kind, projectId }))
    context.output.table(
      { items },
      {
        heads: ['ID', 'KIND', 'NAME', 'STATE', 'DELETED', 'BY', 'REMOVED', 'SIZE'],
        rows: items.map((each) => [
          each.id,
          each.kind,
          each.name,
          formatStatus(each.status),
          formatWhen(each.deletedAt),
          formatDeletedBy(each.deletedBy),
          formatWhen(each.expiresAt),
          formatBytes(each.sizeBytes),
        ]),
        empty: 'The trash is empty.',
      },
    )
    return 0
  },
})
