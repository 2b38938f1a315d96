/** Changes the settings of an environment. */
import type { Client, RecoverySettingsChange } from '@longshore/sdk'
import {
  changeBranch,
  changeRecoverySettings,
  getEnvironment,
  linkServer,
  setAutoDeploy,
  updateEnvironment,
} from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import { CliError } from '../exit-codes.ts'
import { environmentLines } from '../terminal/environment-lines.ts'

const options = {
  ...environmentOption,
  name: { type: 'string', value: 'NAME', summary: 'New name.' },
  branch: { type: 'string', value: 'NAME', summary: 'Branch to deploy from now on.' },
  server: { type: 'string', value: 'SERVER', summary: 'Server that runs it. A live environment moves with its data.' },
  'auto-deploy': {
    type: 'string',
    value: 'on|off',
    choices: ['on', 'off'],
    summary: 'Deploy each push to the branch.',
  },
  drills: {
    type: 'string',
    value: 'INTERVAL',
    choices: ['day', 'week', 'month', 'off'],
    summary: 'How often a recovery drill runs.',
  },
  'max-recovery': { type: 'string', value: 'MINUTES', summary: 'Longest acceptable recovery. off: no target.' },
  'max-loss': { type: 'string', value: 'MINUTES', summary: 'Longest acceptable loss of data. off: no target.' },
} as const

const intervals = ['day', 'week', 'month'] as const

export const environmentSet = defineCommand({
  path: 'environment set',
  summary: "Change an environment's name, branch, server, auto-deploy, or recovery targets.",
  options,
  examples: [
    'longshore environment set --branch main --auto-deploy on',
    'longshore environment set --drills week --max-recovery 15 --max-loss 60',
  ],
  async run(context, input) {
    const recovery = recoveryOf(input)
    const names = ['name', 'branch', 'server', 'auto-deploy'] as const
    if (names.every((each) => input.text(each) === undefined) && Object.keys(recovery).length === 0)
      throw new CliError(
        'usage',
        'What should change?',
        'Use one of the options. See: longshore environment set --help',
      )
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    await apply(client, id, input)
    if (Object.keys(recovery).length > 0) await client.call(changeRecoverySettings, { id, body: recovery })
    const environment = await client.call(getEnvironment, { id })
    context.output.show(environment, () => environmentLines(environment))
    return 0
  },
})

async function apply(client: Client, id: string, input: Input<typeof options>): Promise<void> {
  const [name, branch, server, auto] = [
    input.text('name'),
    input.text('branch'),
    input.text('server'),
    input.text('auto-deploy'),
  ]
  // Found before the first change, so that a typo changes nothing.
  const serverId = server === undefined ? undefined : (await findServer(client, server)).id
  if (name !== undefined) await client.call(updateEnvironment, { id, body: { name } })
  if (branch !== undefined) await client.call(changeBranch, { id, body: { branch } })
  if (serverId !== undefined) await client.call(linkServer, { id, body: { serverId } })
  if (auto !== undefined) await client.call(setAutoDeploy, { id, body: { enabled: auto === 'on' } })
}

function recoveryOf(input: Input<typeof options>): RecoverySettingsChange {
  const every = input.text('drills')
  const [recovery, loss] = [minutesOf(input, 'max-recovery'), minutesOf(input, 'max-loss')]
  return {
    ...(every === undefined ? {} : { drillEvery: intervals.find((each) => each === every) ?? null }),
    ...(recovery === undefined ? {} : { maxRecoveryMinutes: recovery }),
    ...(loss === undefined ? {} : { maxLossMinutes: loss }),
  }
}

function minutesOf(input: Input<typeof options>, name: 'max-recovery' | 'max-loss'): number | null | undefined {
  const text = input.text(name)
  if (text === undefined) return undefined
  if (text === 'off') return null
  if (!/^[1-9][0-9]{0,5}$/.test(text))
    throw new CliError('usage', `--${name} must be a number of minutes or off, not ${text}.`)
  return Number(text)
}
