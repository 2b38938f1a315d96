import type { Backup } from '@longshore/sdk'
import { listBackups, listDetachedBackups } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatBytes, formatStatus, formatWhen } from '../terminal/format.ts'

const shown = 50

export const backupList = defineCommand({
  path: 'backup list',
  summary: "List an environment's backups, newest first.",
  options: {
    ...environmentOption,
    deleted: { type: 'boolean', summary: 'List backups of deleted environments in the organization.' },
    limit: { type: 'string', short: 'n', value: 'NUMBER', summary: `Number of backups (default: ${shown}).` },
  },
  async run(context, input) {
    const connection = await connect(context)
    const limit = input.count('limit') ?? shown
    if (input.flag('deleted')) {
      const items = await collectItems(connection.client.items(listDetachedBackups, {}), limit)
      context.output.table({ items }, { ...tableOf(items), empty: 'No backups of deleted environments.' })
      return 0
    }
    const environment = await findEnvironment(context, connection, input.text('env'))
    const items = await collectItems(connection.client.items(listBackups, { id: environment.id }), limit)
    const empty = `${environment.label} has no backups yet. Create one: longshore backup now`
    context.output.table({ items }, { ...tableOf(items), empty })
    return 0
  },
})

function tableOf(items: readonly Backup[]) {
  return {
    heads: ['ID', 'WHAT', 'KIND', 'STATE', 'SIZE', 'WHEN', 'PROVEN', 'LOCKED UNTIL'],
    rows: items.map((each) => [
      each.id,
      nameOf(each),
      each.kind.replaceAll('_', ' '),
      formatStatus(each.status),
      formatBytes(each.sizeBytes),
      formatWhen(each.createdAt),
      each.restoreTestedAt === null ? '–' : formatWhen(each.restoreTestedAt),
      each.lockedUntil?.slice(0, 'YYYY-MM-DD'.length) ?? '–',
    ]),
  }
}

function nameOf({ serviceName, volume, projectName, environmentName }: Backup): string {
  const what = volume === null ? serviceName : `${serviceName}:${volume}`
  return environmentName === null ? what : `${projectName ?? '?'}/${environmentName}/${what}`
}
