import { deleteBackupDestination } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findStorage } from '../connection/find-storage.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const storageRemove = defineCommand({
  path: 'storage remove',
  summary: 'Remove a storage location.',
  details: "Fails while backups or schedules use it. Files that are stored there aren't deleted.",
  arguments: [{ name: 'STORAGE', summary: 'Storage location: name or ID.' }],
  options: yesOption,
  async run(context, input) {
    const { client } = await connect(context)
    const { id, name } = await findStorage(client, input.positionals[0] ?? '')
    await confirmChange(context, `Remove the storage location ${name}?`, input.flag('yes'))
    await client.call(deleteBackupDestination, { id })
    const undo = await findUndo(client, { kind: 'backup_destination', resourceId: id })
    context.output.show({ id, name, undo }, () => [`Removed ${name}.`, undoLine(undo)])
    return 0
  },
})
