import { scheduleDeployment } from '@longshore/sdk/operations'
import { readFutureTime } from '../arguments/future-time.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

export const scheduleAdd = defineCommand({
  path: 'schedule add',
  summary: 'Schedule a deployment.',
  options: {
    ...environmentOption,
    at: { type: 'string', value: 'TIME', summary: 'Start time: 30m, 2h, 1d, or a time such as 2026-11-15T09:00:00Z.' },
    commit: { type: 'string', value: 'SHA', summary: "Commit to deploy (default: the branch's latest at that time)." },
    branch: { type: 'string', value: 'NAME', summary: "Branch to deploy instead of the environment's." },
    'clear-cache': { type: 'boolean', summary: 'Rebuild everything without the cache.' },
  },
  examples: ['longshore schedule add --at 2026-11-15T03:00:00Z'],
  async run(context, input) {
    const at = input.text('at')
    if (at === undefined) throw new CliError('usage', 'When?', 'Use --at TIME.')
    const startAt = readFutureTime(at, '--at')
    const connection = await connect(context)
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const scheduled = await connection.client.call(scheduleDeployment, {
      id,
      body: {
        startAt,
        commit: input.text('commit'),
        branch: input.text('branch'),
        ...(input.flag('clear-cache') ? { clearCache: true } : {}),
      },
    })
    context.output.show(scheduled, () => [
      `Longshore deploys ${label} at ${scheduled.startAt}.`,
      `Cancel it: longshore schedule cancel ${scheduled.id}`,
    ])
    return 0
  },
})
