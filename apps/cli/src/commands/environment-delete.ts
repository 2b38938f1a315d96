import { deleteEnvironment } from '@longshore/sdk/operations'
import { deletionOptions, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const environmentDelete = defineCommand({
  path: 'environment delete',
  summary: 'Delete an environment with its containers and data.',
  details: 'Backups stay unless you use --delete-backups.',
  arguments: [{ name: 'ENVIRONMENT', summary: 'Environment: PROJECT/NAME, a name in the linked project, or an ID.' }],
  options: { ...deletionOptions, ...yesOption },
  async run(context, input) {
    const connection = await connect(context)
    const { id, name, label } = await findEnvironment(context, connection, input.positionals[0])
    await confirmChange(context, `Delete ${label} with its data?`, input.flag('yes'))
    await connection.client.call(deleteEnvironment, {
      id,
      ...(input.flag('force') ? { force: true } : {}),
      ...(input.flag('delete-backups') ? { backups: 'delete' } : {}),
    })
    context.output.show({ id, name }, () => [`Longshore is deleting ${label}.`])
    return 0
  },
})
