/** Hardens a server. With --dry-run, only shows the changes. */
import type { Client, HardeningRun } from '@longshore/sdk'
import { hardenServer, streamHardeningRun } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { formatStatus } from '../terminal/format.ts'
import type { Line, Style } from '../terminal/text.ts'

export const serverHarden = defineCommand({
  path: 'server harden',
  summary: 'Harden a server, or preview the changes.',
  details:
    'If the server is unreachable after the change, it rolls back automatically. You can undo hardening later on the server page of the dashboard.',
  arguments: [{ name: 'SERVER', summary: 'Server name, host, or ID.' }],
  options: {
    'dry-run': { type: 'boolean', summary: 'Only show the changes as diffs. Changes nothing.' },
    include: {
      type: 'string',
      multiple: true,
      value: 'CHECK',
      summary: 'Also apply this optional check, such as ssh.no_root_login.',
    },
    'allow-port': {
      type: 'string',
      multiple: true,
      value: 'PORT',
      summary: 'Port to keep open, in addition to SSH, 80, and 443.',
    },
    ...yesOption,
  },
  async run(context, input) {
    const { client } = await connect(context)
    const server = await findServer(client, input.positionals[0] ?? '')
    const isPlan = input.flag('dry-run')
    const allowPorts = input.list('allow-port').map(Number)
    if (allowPorts.some((port) => !Number.isInteger(port)))
      throw new CliError('usage', '--allow-port must be a number.')
    const question = `Harden ${server.name}? Preview the changes with --dry-run.`
    if (!isPlan && !input.flag('yes') && !(await context.prompt.confirm(question, 'Give --yes.'))) return exitCodes.ok
    const options = { include: input.list('include'), allowPorts }
    const begun = await client.call(hardenServer, { id: server.id, body: { dryRun: isPlan, options } })
    const run = await followRun(context, client, begun)
    context.output.show(run, () => printRun(run))
    return run.status === 'planned' || run.status === 'confirmed' ? exitCodes.ok : exitCodes.failed
  },
})

async function followRun({ output }: Context, client: Client, begun: HardeningRun): Promise<HardeningRun> {
  let run = begun
  for await (const each of client.stream(streamHardeningRun, { id: begun.serverId, runId: begun.id })) {
    if (each.event === 'status') run = each.data
    if (each.event === 'step' && each.data.status === 'running')
      output.note({ text: `● ${each.data.name}`, style: 'dim' })
  }
  return run
}

function printRun({ changes, skipped, status, error }: HardeningRun): Line[] {
  return [
    ...changes.flatMap((each): Line[] => [
      [{ text: each.file, style: 'bold' }, `  ${each.checks.join(', ')}`],
      ...(each.risk === '' ? [] : [[{ text: '  Risk: ', style: 'yellow' } as const, each.risk]]),
      ...each.diff.split('\n').map(diffLine),
    ]),
    ...skipped.map((each): Line => ({ text: `Skipped ${each.check}: ${each.reason}`, style: 'dim' })),
    [`${changes.length} changes, `, formatStatus(status), '.'],
    ...(error === null ? [] : [`${error.message} ${error.hint ?? ''}`]),
  ]
}

function diffLine(text: string): Line {
  const styles: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red', '@': 'cyan' }
  const style = styles[text.charAt(0)]
  return style === undefined ? `  ${text}` : { text: `  ${text}`, style }
}
