/** A command that lists everything of one kind. */
import type { ListOperation, Page } from '@longshore/sdk'
import { type Command, defineCommand } from './command.ts'
import { collectItems } from './connection/collect-items.ts'
import { connect } from './connection/connect.ts'
import type { Line } from './terminal/text.ts'

interface ListSpec<Item> {
  readonly path: string
  readonly summary: string
  readonly operation: ListOperation<{ limit?: number | undefined }, Item, Page<Item>>
  readonly heads: readonly string[]
  row(item: Item): readonly Line[]
  /** Shown instead of an empty table: says how to create the first item. */
  readonly empty: string
}

export function defineList<Item>({ path, summary, operation, heads, row, empty }: ListSpec<Item>): Command {
  return defineCommand({
    path,
    summary,
    async run(context) {
      const { client } = await connect(context)
      const items = await collectItems(client.items(operation))
      context.output.table({ items }, { heads, rows: items.map(row), empty })
      return 0
    },
  })
}
