import { deleteServer } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import { laterUndoLine, undoCommand } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const serverRemove = defineCommand({
  path: 'server remove',
  summary: 'Disconnect a server and move it to the trash.',
  details:
    'Its login and settings stay until the item in the trash expires, after seven days by default. Then Longshore removes its files and its key from the server.',
  arguments: [{ name: 'SERVER', summary: 'Server name, host, or ID.' }],
  options: {
    force: { type: 'boolean', summary: 'Remove it even if environments run on it.' },
    'keep-proxy': { type: 'boolean', summary: 'Keep the containers and the proxy on the server for good.' },
    ...yesOption,
  },
  async run(context, input) {
    const { client } = await connect(context)
    const { id, name, host } = await findServer(client, input.positionals[0] ?? '')
    await confirmChange(context, `Remove the server ${name} (${host})?`, input.flag('yes'))
    await client.call(deleteServer, {
      id,
      removeProxy: !input.flag('keep-proxy'),
      ...(input.flag('force') ? { force: true } : {}),
    })
    const undo = undoCommand(id)
    context.output.show({ id, name, undo }, () => [`Longshore is moving ${name} to the trash.`, laterUndoLine(undo)])
    return 0
  },
})
