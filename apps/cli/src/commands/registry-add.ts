import { saveRegistry } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { CliError } from '../exit-codes.ts'
import { readSecret } from '../terminal/read-secret.ts'

export const registryAdd = defineCommand({
  path: 'registry add',
  summary: 'Save a credential for a private image registry.',
  details: 'Longshore tests it first. If the same login is already saved, its password is replaced.',
  arguments: [{ name: 'HOST', summary: 'Registry host, such as registry.example.com.' }],
  options: {
    username: { type: 'string', short: 'u', value: 'NAME', summary: 'User name.' },
    'password-stdin': {
      type: 'boolean',
      summary: 'Read the password or token from standard input. Without it, you are prompted in a terminal.',
    },
  },
  examples: ['longshore registry add registry.example.com --username ci --password-stdin < token.txt'],
  async run(context, input) {
    const [host = ''] = input.positionals
    const username = input.text('username')
    if (username === undefined) throw new CliError('usage', 'Which user?', 'Use --username NAME.')
    const { client } = await connect(context)
    const isPiped = input.flag('password-stdin')
    const password = await readSecret(context, { question: 'Password or token:', option: 'password-stdin', isPiped })
    const registry = await client.call(saveRegistry, { body: { host, username, password } })
    context.output.show(registry, () => [`Saved ${registry.username}@${registry.host}.`])
    return 0
  },
})
