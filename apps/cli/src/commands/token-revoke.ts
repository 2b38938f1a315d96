import { listApiTokens, revokeApiToken } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { CliError } from '../exit-codes.ts'

export const tokenRevoke = defineCommand({
  path: 'token revoke',
  summary: 'Revoke an API token. It stops working immediately.',
  arguments: [{ name: 'TOKEN', summary: 'Token name or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const [asked = ''] = input.positionals
    const tokens = await collectItems(client.items(listApiTokens))
    const [token, other] = tokens.filter(({ id, name }) => id === asked || name === asked)
    if (token === undefined) throw new CliError('notFound', `Unknown token “${asked}”.`, 'See: longshore token list')
    if (other !== undefined) throw new CliError('usage', `Several tokens are named “${asked}”.`, 'Use the ID instead.')
    await client.call(revokeApiToken, { id: token.id })
    context.output.show({ id: token.id, name: token.name }, () => [`“${token.name}” (…${token.hint}) is revoked.`])
    return 0
  },
})
