import { deleteProject } from '@longshore/sdk/operations'
import { deletionOptions, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { laterUndoLine, undoCommand } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const projectDelete = defineCommand({
  path: 'project delete',
  summary: 'Move a project with its environments to the trash.',
  details:
    'Stops the environments and keeps their data on the server until the item in the trash expires, after seven days by default. Backups stay usable unless you use --delete-backups.',
  arguments: [{ name: 'PROJECT', summary: 'Project name or ID.' }],
  options: { ...deletionOptions, ...yesOption },
  async run(context, input) {
    const connection = await connect(context)
    const { id, name, environments } = await findProject(connection, input.positionals[0] ?? '')
    const names = environments.map((each) => each.name).join(', ')
    const question = `Move the project ${name} to the trash (environments: ${names || 'none'})?`
    await confirmChange(context, question, input.flag('yes'))
    await connection.client.call(deleteProject, {
      id,
      ...(input.flag('force') ? { force: true } : {}),
      ...(input.flag('delete-backups') ? { backups: 'delete' } : {}),
    })
    const undo = undoCommand(id)
    context.output.show({ id, name, undo }, () => [`Longshore is moving ${name} to the trash.`, laterUndoLine(undo)])
    return 0
  },
})
