import { listApiTokens, revokeApiToken } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collect } from '../connection/collect.ts'
import { connect } from '../connection/connect.ts'
import { CliError } from '../exit-codes.ts'

export const tokenRevoke = defineCommand({
  path: 'token revoke',
  summary: 'Revoke an API token: it works no more.',
  arguments: [{ name: 'TOKEN', summary: 'Its name or id.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const [asked = ''] = input.positionals
    const tokens = await collect(client.items(listApiTokens))
    const [token, other] = tokens.filter(({ id, name }) => id === asked || name === asked)
    if (token === undefined)
      throw new CliError('notFound', `There is no token “${asked}”.`, 'See: longshore token list')
    if (other !== undefined) throw new CliError('usage', `Several tokens are called “${asked}”.`, 'Give the id.')
    await client.call(revokeApiToken, { id: token.id })
    context.output.show({ id: token.id, name: token.name }, () => [`“${token.name}” (…${token.hint}) works no more.`])
    return 0
  },
})
