import { saveGitToken } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { CliError } from '../exit-codes.ts'
import { readSecret } from '../terminal/read-secret.ts'

const kinds = ['github', 'gitlab', 'bitbucket', 'gitea'] as const

export const gitConnect = defineCommand({
  path: 'git connect',
  summary: 'Connect a Git provider with a token.',
  details: 'To connect a GitHub App, use the dashboard.',
  arguments: [{ name: 'KIND', summary: 'github, gitlab, bitbucket, or gitea.', choices: kinds }],
  options: {
    url: { type: 'string', value: 'URL', summary: 'URL of your own server (default: the public service).' },
    username: { type: 'string', value: 'NAME', summary: 'User name, for bitbucket.' },
    'token-stdin': {
      type: 'boolean',
      summary: 'Read the token from standard input. Without it, you are prompted in a terminal.',
    },
  },
  examples: ['longshore git connect gitea --url https://git.example.com --token-stdin < token.txt'],
  async run(context, input) {
    const kind = kinds.find((each) => each === input.positionals[0])
    if (kind === undefined) throw new CliError('usage', `KIND must be one of ${kinds.join(', ')}.`)
    const { client } = await connect(context)
    const isPiped = input.flag('token-stdin')
    const token = await readSecret(context, { question: 'Access token:', option: 'token-stdin', isPiped })
    const body = { kind, token, baseUrl: input.text('url'), username: input.text('username') }
    const provider = await client.call(saveGitToken, { body })
    context.output.show(provider, () => [
      `Connected ${provider.kind} as ${provider.accountLogin}.`,
      ...(provider.missingScopes.length === 0 ? [] : [`The token lacks: ${provider.missingScopes.join(', ')}.`]),
      'Find repositories: longshore git repos',
    ])
    return 0
  },
})
