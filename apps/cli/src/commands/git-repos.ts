import { searchRepositories } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findGitProvider } from '../connection/find-git-provider.ts'

const maxShown = 50

export const gitRepos = defineCommand({
  path: 'git repos',
  summary: 'Search repositories of the connected Git providers.',
  arguments: [{ name: 'TEXT', summary: 'Part of the name.', isOptional: true }],
  options: {
    provider: {
      type: 'string',
      value: 'PROVIDER',
      summary: 'Only this Git provider connection: kind, account, or ID.',
    },
  },
  async run(context, input) {
    const { client } = await connect(context)
    const asked = input.text('provider')
    const providerId = asked === undefined ? undefined : (await findGitProvider(client, asked)).id
    const found = client.items(searchRepositories, { q: input.positionals[0], providerId })
    const items = await collectItems(found, maxShown)
    context.output.table(
      { items },
      {
        heads: ['NAME', 'DEFAULT BRANCH', 'PRIVATE'],
        rows: items.map((each) => [each.fullName, each.defaultBranch ?? '–', each.private ? 'yes' : 'no']),
        empty: 'No repositories found. See: longshore git list',
      },
    )
    return 0
  },
})
