import { deleteConnector } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findChannel } from '../connection/find-channel.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const channelRemove = defineCommand({
  path: 'channel remove',
  summary: 'Delete a notification channel.',
  arguments: [{ name: 'CHANNEL', summary: 'Notification channel: name or ID.' }],
  options: yesOption,
  async run(context, input) {
    const { client } = await connect(context)
    const { id, name } = await findChannel(client, input.positionals[0] ?? '')
    await confirmChange(context, `Delete the notification channel ${name}?`, input.flag('yes'))
    await client.call(deleteConnector, { id })
    const undo = await findUndo(client, { kind: 'connector', resourceId: id })
    context.output.show({ id, name, undo }, () => [`Deleted ${name}.`, undoLine(undo)])
    return 0
  },
})
