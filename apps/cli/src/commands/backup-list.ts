import { listBackups } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { collect } from '../connection/collect.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { tellBytes, tellStatus, tellWhen } from '../terminal/words.ts'

const shown = 50

export const backupList = defineCommand({
  path: 'backup list',
  summary: 'Backups of an environment, the newest first.',
  options: {
    ...environmentOption,
    lines: { type: 'string', short: 'n', value: 'NUMBER', summary: `How many; default: ${shown}.` },
  },
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const limit = input.count('lines') ?? shown
    const items = await collect(connection.client.items(listBackups, { id: environment.id }), limit)
    context.output.table(
      { items },
      {
        heads: ['ID', 'WHAT', 'KIND', 'STATE', 'SIZE', 'WHEN', 'PROVEN'],
        rows: items.map((each) => [
          each.id,
          each.volume === null ? each.serviceName : `${each.serviceName}:${each.volume}`,
          each.kind.replaceAll('_', ' '),
          tellStatus(each.status),
          tellBytes(each.sizeBytes),
          tellWhen(each.createdAt),
          each.provenAt === null ? '–' : tellWhen(each.provenAt),
        ]),
        empty: `${environment.label} has no backups yet. Make one: longshore backup now`,
      },
    )
    return 0
  },
})
