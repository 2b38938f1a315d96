import { testConnector } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findChannel } from '../connection/find-channel.ts'
import { exitCodes } from '../exit-codes.ts'

export const channelTest = defineCommand({
  path: 'channel test',
  summary: 'Send a test notification.',
  details: 'Exits with 0 if it was delivered, otherwise with 1.',
  arguments: [{ name: 'CHANNEL', summary: 'Notification channel: name or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { id, name } = await findChannel(client, input.positionals[0] ?? '')
    const result = await client.call(testConnector, { id })
    context.output.show(result, () => [
      result.ok ? `Sent a test notification to ${name}.` : `${name} isn't working: ${result.error ?? 'unknown error'}`,
    ])
    return result.ok ? exitCodes.ok : exitCodes.failed
  },
})
