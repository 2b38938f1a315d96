/** Shows, sets up, or changes the backup schedule of an environment. */
import type { BackupConfig, Client, UpdateBackupConfigRequest } from '@longshore/sdk'
import { getBackupConfig, updateBackupConfig } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findStorage } from '../connection/find-storage.ts'
import { CliError } from '../exit-codes.ts'
import { formatWhen } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'

const restoreTests = ['each', 'daily', 'weekly', 'off'] as const
const options = {
  ...environmentOption,
  storage: { type: 'string', value: 'STORAGE', summary: 'Storage location: name or ID. Required the first time.' },
  cron: { type: 'string', value: 'CRON', summary: 'When backups run (default: "0 3 * * *", daily at 03:00).' },
  timezone: { type: 'string', value: 'ZONE', summary: 'Time zone of --cron, such as Europe/Berlin (default: UTC).' },
  'keep-last': { type: 'string', value: 'NUMBER', summary: 'Number of newest backups to keep.' },
  'keep-daily': { type: 'string', value: 'NUMBER', summary: 'Number of days to keep a backup of.' },
  'keep-weekly': { type: 'string', value: 'NUMBER', summary: 'Number of weeks to keep a backup of.' },
  'keep-monthly': { type: 'string', value: 'NUMBER', summary: 'Number of months to keep a backup of.' },
  'restore-tests': {
    type: 'string',
    value: 'WHEN',
    choices: restoreTests,
    summary: 'How often Longshore restores a backup to verify it: each, daily, weekly, or off.',
  },
  on: { type: 'boolean', summary: 'Turn the schedule on.' },
  off: { type: 'boolean', summary: 'Turn the schedule off. Backups stay.' },
} as const

export const backupSchedule = defineCommand({
  path: 'backup schedule',
  summary: 'Set up or change scheduled backups. Without options, shows the schedule.',
  options,
  examples: [
    'longshore backup schedule --storage offsite',
    'longshore backup schedule --cron "0 */6 * * *" --keep-last 14',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const body = await toRequest(client, input)
    const isChange = Object.keys(body).length > 0
    const schedule = isChange
      ? await client.call(updateBackupConfig, { id, body })
      : await client.call(getBackupConfig, { id })
    context.output.show(schedule, () => scheduleLines(schedule, label))
    return 0
  },
})

async function toRequest(client: Client, input: Input<typeof options>): Promise<UpdateBackupConfigRequest> {
  if (input.flag('on') && input.flag('off')) throw new CliError('usage', 'Use only one of --on and --off.')
  const storage = input.text('storage')
  const test = restoreTests.find((each) => each === input.text('restore-tests'))
  const kept = {
    keepLast: input.count('keep-last'),
    keepDaily: input.count('keep-daily'),
    keepWeekly: input.count('keep-weekly'),
    keepMonthly: input.count('keep-monthly'),
  }
  const retention = Object.fromEntries(Object.entries(kept).filter(([, each]) => each !== undefined))
  const [schedule, timezone] = [input.text('cron'), input.text('timezone')]
  return {
    ...(storage === undefined ? {} : { destination: { id: (await findStorage(client, storage)).id } }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(Object.keys(retention).length === 0 ? {} : { retention }),
    ...(test === undefined ? {} : { restoreTests: test }),
    ...(input.flag('on') || input.flag('off') ? { enabled: input.flag('on') } : {}),
  }
}

function scheduleLines(schedule: BackupConfig, label: string): Line[] {
  const { retention } = schedule
  return [
    schedule.enabled
      ? `${label} is backed up to ${schedule.destination.name} at “${schedule.schedule}” (${schedule.timezone}).`
      : `Scheduled backups of ${label} are off.`,
    `  Next backup: ${formatWhen(schedule.nextRunAt)}. Restore tests: ${schedule.restoreTests}.`,
    `  Keeps the last ${retention.keepLast}, ${retention.keepDaily} daily, ${retention.keepWeekly} weekly, ${retention.keepMonthly} monthly.`,
  ]
}
