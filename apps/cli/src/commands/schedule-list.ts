import { listScheduledDeployments } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const scheduleList = defineCommand({
  path: 'schedule list',
  summary: 'List scheduled deployments.',
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const { items } = await connection.client.call(listScheduledDeployments, { id })
    context.output.table(
      { items },
      {
        heads: ['ID', 'STATE', 'STARTS', 'BRANCH', 'COMMIT'],
        rows: items.map((each) => [
          each.id,
          formatStatus(each.status),
          `${each.startAt} (${formatWhen(each.startAt)})`,
          each.branch ?? '–',
          each.commit?.slice(0, 7) ?? '–',
        ]),
        empty: 'No scheduled deployments. Schedule one: longshore schedule add --at 2h',
      },
    )
    return 0
  },
})
