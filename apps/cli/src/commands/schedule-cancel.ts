import { cancelScheduledDeployment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'

export const scheduleCancel = defineCommand({
  path: 'schedule cancel',
  summary: 'Cancel a scheduled deployment.',
  arguments: [{ name: 'SCHEDULE', summary: 'ID from longshore schedule list.' }],
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const [sid = ''] = input.positionals
    await connection.client.call(cancelScheduledDeployment, { id, sid })
    context.output.show({ id: sid }, () => [`Canceled the scheduled deployment of ${label}.`])
    return 0
  },
})
