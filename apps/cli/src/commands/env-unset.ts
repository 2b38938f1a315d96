import { deleteVariable } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'

export const envUnset = defineCommand({
  path: 'env unset',
  summary: 'Remove variables.',
  arguments: [{ name: 'KEY', summary: 'One or more variables.', isMany: true }],
  options: {
    ...environmentOption,
    service: { type: 'string', value: 'NAME', summary: 'Only variables of this service.' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    for (const key of input.positionals)
      await connection.client.call(deleteVariable, { id, key, service: input.text('service') })
    context.output.show({ removed: input.positionals }, () => [
      `Removed from ${label}: ${input.positionals.join(', ')}. Takes effect with the next deployment.`,
    ])
    return 0
  },
})
