/** Shows the status of an environment. */
import { getEnvironment, listDeployments } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatDuration, formatStatus, formatWhen } from '../terminal/format.ts'
import { layOutTable } from '../terminal/table.ts'
import type { Line } from '../terminal/text.ts'

const shownDeployments = 5

export const status = defineCommand({
  path: 'status',
  summary: 'Show the live version, unpublished changes, and recent deployments.',
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const target = await findEnvironment(context, connection, input.text('env'))
    const environment = await client.call(getEnvironment, { id: target.id })
    const { items: deployments } = await client.call(listDeployments, { id: target.id, limit: shownDeployments })
    const rows = deployments.map((each): Line[] => [
      String(each.number),
      formatStatus(each.status),
      each.durationMs === null ? '–' : formatDuration(each.durationMs),
      formatWhen(each.createdAt),
      each.commit === null ? '' : `${each.commit.sha.slice(0, 12)} ${each.commit.message.split('\n')[0] ?? ''}`,
    ])
    context.output.show({ environment, deployments }, () => [
      [{ text: target.label, style: 'bold' }, '  ', formatStatus(environment.status)],
      ...environment.domains.map((each): Line => ['  ', { text: each.url, style: 'cyan' }, ` → ${each.service}`]),
      ...environment.drift.map((each): Line => [{ text: '  ! ', style: 'yellow' }, `${each.detail} ${each.hint}`]),
      ...(environment.pendingChanges.length === 0 ? [] : ['', 'Unpublished changes:']),
      ...environment.pendingChanges.map((each) => `  ${each.message}`),
      '',
      ...(rows.length === 0
        ? ['Never deployed. Deploy with: longshore deploy']
        : layOutTable(
            ['#', 'STATE', 'TIME', 'WHEN', 'COMMIT'],
            rows,
            context.output.isTerminal ? context.output.columns : undefined,
          )),
    ])
    return 0
  },
})
