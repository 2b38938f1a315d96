import { listServers } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { formatBytes, formatStatus } from '../terminal/format.ts'

export const serverList = defineCommand({
  path: 'server list',
  summary: 'List servers and their status.',
  async run(context) {
    const { client } = await connect(context)
    const items = await collectItems(client.items(listServers))
    context.output.table(
      { items },
      {
        heads: ['NAME', 'ADDRESS', 'STATE', 'SECURITY', 'SYSTEM', 'DISK FREE'],
        rows: items.map((each) => [
          each.name,
          `${each.username}@${each.host}:${each.port}`,
          formatStatus(each.status),
          [formatStatus(each.security.state), each.security.score === null ? '' : ` ${each.security.score}`],
          each.os?.name ?? '–',
          formatBytes(each.resources?.diskFreeBytes ?? null),
        ]),
        empty: 'No servers yet. Connect one: longshore server add NAME HOST --key FILE',
      },
    )
    return 0
  },
})
