/** Starts a backup and waits for it. */
import type { Backup, Client } from '@longshore/sdk'
import { getEnvironment, streamBackup, triggerBackup } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { formatBytes, formatStatus } from '../terminal/format.ts'

export const backupNow = defineCommand({
  path: 'backup now',
  summary: 'Back up all databases and volumes of an environment.',
  details: 'Waits until all backups are stored and verified. Exits with 1 if one fails.',
  options: {
    ...environmentOption,
    service: { type: 'string', short: 's', value: 'NAME', summary: 'Only this service.' },
    'no-wait': { type: 'boolean', summary: "Don't wait until it's finished." },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const serviceId = await findService(client, id, input.text('service'))
    const { items } = await client.call(triggerBackup, { id, body: { serviceId } })
    const ended: Backup[] = []
    for (const backup of items) ended.push(input.flag('no-wait') ? backup : await follow(context, client, id, backup))
    context.output.show({ items: ended }, () =>
      ended.flatMap((each) => [
        [`${each.id}  ${each.serviceName}  `, formatStatus(each.status), `  ${formatBytes(each.sizeBytes)}`],
        ...(each.error === null ? [] : [`  ${each.error.detail}`, `  ${each.error.hint}`]),
      ]),
    )
    const isBad = ended.some((each) => each.status === 'failed' || each.status === 'cancelled')
    return isBad ? exitCodes.failed : exitCodes.ok
  },
})

async function findService(client: Client, id: string, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const { services } = await client.call(getEnvironment, { id })
  const found = services.find((each) => each.name === name)
  if (found !== undefined) return found.id
  throw new CliError(
    'notFound',
    `Unknown service “${name}”.`,
    `Available: ${services.map((each) => each.name).join(', ')}.`,
  )
}

async function follow({ output }: Context, client: Client, id: string, begun: Backup): Promise<Backup> {
  let backup = begun
  for await (const each of client.stream(streamBackup, { id, bid: begun.id })) {
    if (each.event !== 'status') continue
    if (each.data.status !== backup.status)
      output.note({ text: `${begun.serviceName}: ${each.data.status}`, style: 'dim' })
    backup = each.data
  }
  return backup
}
