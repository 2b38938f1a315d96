import { deleteVariable } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { deleteVariables, undoCommand, undoLine, variablesUndo } from '../connection/undo-deletion.ts'

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
    const { client } = connection
    const keys = input.positionals
    const items = await deleteVariables(client, {
      ...{ environmentId: id, keys },
      async run() {
        for (const key of keys) await client.call(deleteVariable, { id, key, service: input.text('service') })
      },
    })
    const undo = items === undefined ? variablesUndo : items.length === 0 ? null : undoCommand(...items)
    context.output.show({ removed: keys, undo }, () => [
      `Removed from ${label}: ${keys.join(', ')}. Takes effect with the next deployment.`,
      ...(undo === null ? [] : [undoLine(undo)]),
    ])
    return 0
  },
})
