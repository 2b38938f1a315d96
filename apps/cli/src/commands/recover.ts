/** Recovers an environment, or all environments of a lost server, on another server. */
import type { Client, Recovery, Server } from '@longshore/sdk'
import { getRecovery, recoverEnvironment, recoverServer } from '@longshore/sdk/operations'
import { environmentOption, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import type { Context } from '../context.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { confirmChange } from '../terminal/confirm.ts'
import { formatDuration } from '../terminal/format.ts'
import { followOptions } from './deploy.ts'

export const recover = defineCommand({
  path: 'recover',
  summary: 'Start an environment of a lost server on another one, with the data of its newest backups.',
  details: 'What was written after the backups stays on the lost server. With --lost, recovers all its environments.',
  options: {
    ...environmentOption,
    to: { type: 'string', value: 'SERVER', summary: 'Server to run on from now on: name, host, or ID.' },
    lost: { type: 'string', value: 'SERVER', summary: 'Recover all environments of this server.' },
    'without-data': {
      type: 'string',
      multiple: true,
      value: 'SERVICE',
      summary: 'Start this service without its data if it has no usable backup. Repeatable.',
    },
    force: { type: 'boolean', summary: 'Recover although the old server responds.' },
    ...followOptions,
    ...yesOption,
  },
  examples: [
    'longshore recover --env shop/production --to ber-1 --follow',
    'longshore recover --lost fra-1 --to ber-1',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const to = input.text('to')
    if (to === undefined) throw new CliError('usage', 'Which server?', 'Add --to SERVER. See: longshore server list')
    const target = await findServer(client, to)
    const force = input.flag('force')
    const lost = input.text('lost')
    if (lost !== undefined)
      return await recoverAll(context, client, {
        lost: await findServer(client, lost),
        target,
        force,
        yes: input.flag('yes'),
      })
    const environment = await findEnvironment(context, connection, input.text('env'))
    const { id } = environment
    const plan = await client.call(getRecovery, { id, serverId: target.id })
    await confirmChange(context, questionFor(plan, environment.name, target.name), input.flag('yes'))
    const body = { serverId: target.id, allowDataLoss: true, force, withoutData: input.list('without-data') }
    const deployment = await client.call(recoverEnvironment, { id, body })
    for (const { hostname, to: addresses } of plan.dns)
      context.output.note({ text: `Change the DNS record of ${hostname} to ${addresses.join(', ')}.`, style: 'bold' })
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})

function questionFor({ predicted, data }: Recovery, name: string, target: string): string {
  const { lossSeconds } = predicted
  if (data.length === 0) return `Recover ${name} on ${target}?`
  if (lossSeconds === null) return `Recover ${name} on ${target}? Some data has no usable backup.`
  return `Recover ${name} on ${target}? The last ${formatDuration(lossSeconds * 1_000)} of data are lost.`
}

async function recoverAll(
  context: Context,
  client: Client,
  { lost, target, force, yes }: { lost: Server; target: Server; force: boolean; yes: boolean },
): Promise<number> {
  await confirmChange(context, `Recover all environments of ${lost.name} on ${target.name}?`, yes)
  const body = { serverId: target.id, allowDataLoss: true, force }
  const result = await client.call(recoverServer, { id: lost.id, body })
  context.output.show(result, () =>
    result.items.flatMap(({ environment, problem }) =>
      problem === null
        ? [`${environment}: recovery started`]
        : [`${environment}: ${problem.detail}`, `  ${problem.hint}`],
    ),
  )
  return result.items.some(({ problem }) => problem !== null) ? exitCodes.failed : exitCodes.ok
}
