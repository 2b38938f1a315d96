import { listDeployments } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatDuration, formatStatus, formatWhen } from '../terminal/format.ts'

export const deploymentList = defineCommand({
  path: 'deployment list',
  summary: "List an environment's deployments, newest first.",
  options: {
    ...environmentOption,
    limit: { type: 'string', short: 'n', value: 'NUMBER', summary: 'Number of deployments (default: 20).' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const items = await collectItems(connection.client.items(listDeployments, { id }), input.count('limit') ?? 20)
    context.output.table(
      { items },
      {
        heads: ['NUMBER', 'STATE', 'COMMIT', 'BRANCH', 'STARTED', 'TOOK'],
        rows: items.map((each) => [
          String(each.number),
          formatStatus(each.status),
          each.commit?.sha.slice(0, 7) ?? '–',
          each.branch ?? '–',
          formatWhen(each.createdAt),
          each.durationMs === null ? '–' : formatDuration(each.durationMs),
        ]),
        empty: 'No deployments yet. Start one: longshore deploy --follow',
      },
    )
    return 0
  },
})
