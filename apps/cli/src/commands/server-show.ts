import { getServer } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import { formatBytes, formatStatus } from '../terminal/format.ts'

export const serverShow = defineCommand({
  path: 'server show',
  summary: 'Show a server and its problem, if it has one.',
  arguments: [{ name: 'SERVER', summary: 'Server name, host, or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findServer(client, input.positionals[0] ?? '')
    const server = await client.call(getServer, { id })
    const { problem, resources } = server
    context.output.show(server, () => [
      [{ text: server.name, style: 'bold' }, ' is ', formatStatus(server.status), '.'],
      `  ${server.username}@${server.host}:${server.port}, ${server.os?.name ?? 'unknown system'}`,
      `  Free disk: ${formatBytes(resources?.diskFreeBytes ?? null)}`,
      ...(problem === null ? [] : [`  ${problem.title}: ${problem.detail}`, `  ${problem.hint}`]),
      ...(server.setupCommand === null || server.status === 'ready'
        ? []
        : ['Run this on the server as that user:', server.setupCommand]),
    ])
    return 0
  },
})
