import { deleteRegistry } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findRegistry } from '../connection/find-registry.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const registryRemove = defineCommand({
  path: 'registry remove',
  summary: 'Delete a registry credential.',
  arguments: [{ name: 'REGISTRY', summary: 'Registry credential: host, USERNAME@HOST, or ID.' }],
  options: yesOption,
  async run(context, input) {
    const { client } = await connect(context)
    const { id, host, username } = await findRegistry(client, input.positionals[0] ?? '')
    await confirmChange(context, `Delete the credential ${username}@${host}?`, input.flag('yes'))
    await client.call(deleteRegistry, { id })
    const undo = await findUndo(client, { kind: 'registry', resourceId: id })
    context.output.show({ id, host, undo }, () => [`Deleted ${username}@${host}.`, undoLine(undo)])
    return 0
  },
})
