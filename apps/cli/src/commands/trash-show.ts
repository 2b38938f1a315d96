import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findTrashItem } from '../connection/find-trash.ts'
import { trashItemLines } from '../terminal/trash-lines.ts'

export const trashShow = defineCommand({
  path: 'trash show',
  summary: 'Show an item in the trash: who deleted it, what was deleted with it, and until when it stays.',
  arguments: [{ name: 'ID', summary: 'ID from longshore trash list, or the ID of what was deleted.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const item = await findTrashItem(client, input.positionals[0] ?? '')
    context.output.show(item, () => trashItemLines(item))
    return 0
  },
})
