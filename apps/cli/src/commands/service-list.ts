import { getEnvironment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatBytes } from '../terminal/format.ts'

export const serviceList = defineCommand({
  path: 'service list',
  summary: "List an environment's services.",
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const { services: items } = await connection.client.call(getEnvironment, { id })
    context.output.table(
      { items },
      {
        heads: ['NAME', 'KIND', 'BUILDER', 'PORT', 'REPLICAS', 'MEMORY', 'SCHEDULE'],
        rows: items.map((each) => [
          each.name,
          each.kind,
          each.source?.builder ?? each.engineVersion ?? '–',
          String(each.port ?? '–'),
          String(each.replicas ?? 1),
          formatBytes(each.resources?.memoryBytes ?? null),
          each.schedule ?? '–',
        ]),
        empty: 'No services yet. Add one: longshore service add NAME',
      },
    )
    return 0
  },
})
