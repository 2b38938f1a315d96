/** Restores a backup. A restore in place replaces data, so the person types the environment's name. */
import type { Client, Restore } from '@longshore/sdk'
import { restoreBackup, streamRestore } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { formatStatus } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'

export const backupRestore = defineCommand({
  path: 'backup restore',
  summary: 'Restore a backup.',
  details:
    'Backs up the current data first. All apps of the environment stop for the switch and start again. You can undo the restore for three days. Use --new-service to restore into a second database instead.',
  arguments: [{ name: 'BACKUP', summary: 'Backup ID from longshore backup list (or backup list --deleted).' }],
  options: {
    ...environmentOption,
    'new-service': {
      type: 'string',
      value: 'NAME',
      summary: 'Restore into a new database with this name. Replaces nothing.',
    },
    confirm: { type: 'string', value: 'ENVIRONMENT', summary: 'Environment name, to skip the confirmation prompt.' },
    'no-wait': { type: 'boolean', summary: "Don't wait until it's finished." },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const serviceName = input.text('new-service')
    const confirm =
      input.text('confirm') ?? (serviceName === undefined ? await askName(context, environment.name) : environment.name)
    if (confirm !== environment.name) throw new CliError('usage', `“${confirm}” isn't the environment's name.`)
    const begun = await client.call(restoreBackup, {
      id: environment.id,
      bid: input.positionals[0] ?? '',
      body: { target: serviceName === undefined ? 'inPlace' : 'newService', confirm, serviceName },
    })
    const restore = input.flag('no-wait') ? begun : await follow(context, client, environment.id, begun)
    context.output.show(restore, () => printRestore(restore))
    const isBad = restore.status === 'failed' || restore.status === 'cancelled' || restore.status === 'reverted'
    return isBad ? exitCodes.failed : exitCodes.ok
  },
})

async function askName(context: Context, name: string): Promise<string> {
  context.output.note(`This replaces the data in ${name}. Longshore backs up the current data first.`)
  return await context.prompt.ask(`Type ${name} to continue:`, `Use --confirm ${name}.`)
}

async function follow({ output }: Context, client: Client, id: string, begun: Restore): Promise<Restore> {
  let restore = begun
  for await (const each of client.stream(streamRestore, { id, rid: begun.id })) {
    if (each.event !== 'status') continue
    if (each.data.status !== restore.status) output.note({ text: `● ${each.data.status}`, style: 'dim' })
    restore = each.data
  }
  return restore
}

function printRestore({ id, status, undoUntil, error, warning }: Restore): Line[] {
  return [
    [`Restore ${id} is `, formatStatus(status), '.'],
    ...(undoUntil === null ? [] : [`You can undo the restore until ${undoUntil}.`]),
    ...[error, warning].flatMap((each) => (each === null ? [] : [each.detail, each.hint])),
  ]
}
