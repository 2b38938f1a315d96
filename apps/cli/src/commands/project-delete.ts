import { deleteProject } from '@longshore/sdk/operations'
import { deletionOptions, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const projectDelete = defineCommand({
  path: 'project delete',
  summary: 'Delete a project with its environments and their data.',
  details: 'Backups stay unless you use --delete-backups.',
  arguments: [{ name: 'PROJECT', summary: 'Project name or ID.' }],
  options: { ...deletionOptions, ...yesOption },
  async run(context, input) {
    const connection = await connect(context)
    const { id, name, environments } = await findProject(connection, input.positionals[0] ?? '')
    const names = environments.map((each) => each.name).join(', ')
    const question = `Delete the project ${name} with its data (environments: ${names || 'none'})?`
    await confirmChange(context, question, input.flag('yes'))
    await connection.client.call(deleteProject, {
      id,
      ...(input.flag('force') ? { force: true } : {}),
      ...(input.flag('delete-backups') ? { backups: 'delete' } : {}),
    })
    context.output.show({ id, name }, () => [`Longshore is deleting ${name}.`])
    return 0
  },
})
