import { deleteEnvironment } from '@longshore/sdk/operations'
import { deletionOptions, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { laterUndoLine, undoCommand } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const environmentDelete = defineCommand({
  path: 'environment delete',
  summary: 'Move an environment to the trash.',
  details:
    'Stops it and keeps its data on the server until the item in the trash expires, after seven days by default. Backups stay usable unless you use --delete-backups.',
  arguments: [{ name: 'ENVIRONMENT', summary: 'Environment: PROJECT/NAME, a name in the linked project, or an ID.' }],
  options: { ...deletionOptions, ...yesOption },
  async run(context, input) {
    const connection = await connect(context)
    const { id, name, label } = await findEnvironment(context, connection, input.positionals[0])
    await confirmChange(context, `Move ${label} to the trash?`, input.flag('yes'))
    await connection.client.call(deleteEnvironment, {
      id,
      ...(input.flag('force') ? { force: true } : {}),
      ...(input.flag('delete-backups') ? { backups: 'delete' } : {}),
    })
    const undo = undoCommand(id)
    context.output.show({ id, name, undo }, () => [`Longshore is moving ${label} to the trash.`, laterUndoLine(undo)])
    return 0
  },
})
