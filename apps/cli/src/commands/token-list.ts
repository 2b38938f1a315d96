import { listApiTokens } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { formatWhen } from '../terminal/format.ts'

export const tokenList = defineCommand({
  path: 'token list',
  summary: "List the organization's API tokens.",
  async run(context) {
    const { client } = await connect(context)
    const items = await collectItems(client.items(listApiTokens))
    context.output.table(
      { items },
      {
        heads: ['ID', 'NAME', 'ENDS IN', 'LAST USED', 'EXPIRES', 'SCOPES'],
        rows: items.map((each) => [
          each.id,
          each.name,
          `…${each.hint}`,
          formatWhen(each.lastUsedAt),
          formatWhen(each.expiresAt),
          each.scopes.join(' '),
        ]),
        empty: 'No tokens. Create one: longshore token create NAME',
      },
    )
    return 0
  },
})
