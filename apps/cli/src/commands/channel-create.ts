/** Creates a notification channel. */
import type { CreateConnectorRequest } from '@longshore/sdk'
import { createConnector } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readSecret } from '../terminal/read-secret.ts'

const kinds = ['email', 'slack', 'discord', 'teams', 'telegram', 'ntfy', 'gotify', 'webhook'] as const
const severities = ['info', 'warning', 'critical'] as const
const options = {
  kind: { type: 'string', value: 'KIND', choices: kinds, summary: `One of ${kinds.join(', ')}.` },
  to: { type: 'string', value: 'EMAIL', summary: 'Email address, for email.' },
  url: { type: 'string', value: 'URL', summary: 'Server URL, for ntfy and gotify.' },
  topic: { type: 'string', value: 'TOPIC', summary: 'Topic, for ntfy.' },
  'chat-id': { type: 'string', value: 'ID', summary: 'Chat ID, for telegram.' },
  'secret-stdin': {
    type: 'boolean',
    summary:
      'Read the webhook URL (slack, discord, teams, webhook) or token (telegram, gotify, ntfy) from standard input. Without it, you are prompted in a terminal.',
  },
  'min-severity': {
    type: 'string',
    value: 'LEVEL',
    choices: severities,
    summary: 'Least important events to send: info, warning, or critical.',
  },
} as const

export const channelCreate = defineCommand({
  path: 'channel create',
  summary: 'Create a notification channel.',
  details: 'Sends events of servers, members, and the instance. Add a project with longshore channel link.',
  arguments: [{ name: 'NAME', summary: 'Display name.' }],
  options,
  examples: [
    'longshore channel create ops --kind email --to ops@example.com',
    'longshore channel create team --kind slack --secret-stdin < webhook-url.txt',
  ],
  async run(context, input) {
    const { client } = await connect(context)
    const minSeverity = severities.find((each) => each === input.text('min-severity'))
    const request = await toRequest(context, input)
    const channel = await client.call(createConnector, {
      body: { ...request, ...(minSeverity === undefined ? {} : { minSeverity }) },
    })
    context.output.show(channel, () => [
      `Created ${channel.name}.`,
      ...(channel.secret === null ? [] : [`Signing key, only shown now: ${channel.secret}`]),
      `Test it: longshore channel test ${channel.name}`,
    ])
    return 0
  },
})

async function toRequest(context: Context, input: Input<typeof options>): Promise<CreateConnectorRequest> {
  const [name = ''] = input.positionals
  const kind = kinds.find((each) => each === input.text('kind'))
  const isPiped = input.flag('secret-stdin')
  const secret = (question: string) => readSecret(context, { question, option: 'secret-stdin', isPiped })
  const required = (option: 'to' | 'url' | 'topic' | 'chat-id') => {
    const text = input.text(option)
    if (text === undefined) throw new CliError('usage', `--${option} is missing.`, `${kind} needs it.`)
    return text
  }
  switch (kind) {
    case 'email':
      return { kind, name, config: { to: required('to') } }
    case 'slack':
    case 'discord':
    case 'teams':
    case 'webhook':
      return { kind, name, config: { url: await secret('Webhook URL:') } }
    case 'telegram':
      return { kind, name, config: { chatId: required('chat-id'), token: await secret('Bot token:') } }
    case 'gotify':
      return { kind, name, config: { url: required('url'), token: await secret('Application token:') } }
    case 'ntfy': {
      const token = isPiped ? await secret('Access token:') : undefined
      return { kind, name, config: { topic: required('topic'), url: input.text('url'), token } }
    }
    case undefined:
      throw new CliError('usage', 'Which kind?', `Use --kind: ${kinds.join(', ')}.`)
  }
}
