import { getEnvironment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { environmentLines } from '../terminal/environment-lines.ts'

export const environmentShow = defineCommand({
  path: 'environment show',
  summary: 'Show an environment: services, URLs, missing variables, and pending changes.',
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const environment = await connection.client.call(getEnvironment, { id })
    context.output.show(environment, () => environmentLines(environment))
    return 0
  },
})
