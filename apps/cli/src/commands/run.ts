/** Runs a one-off command in a new container and exits with its exit code. */
import { type Client, ConnectionError } from '@longshore/sdk'
import { getEnvironment, runCommand } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'

export const run = defineCommand({
  path: 'run',
  summary: 'Run a command with the live version.',
  details:
    "Uses the service's image, variables, volumes, and limits, and returns the command's exit code. Doesn't use a shell. In a pipe, the output is unchanged. In a terminal, control characters are removed. Press Ctrl-C to stop the command.",
  arguments: [{ name: 'SERVICE', summary: 'Service whose image to use (default: the only app).', isOptional: true }],
  rest: 'PROGRAM…',
  options: {
    ...environmentOption,
    timeout: { type: 'string', value: 'SECONDS', summary: 'Stop the command after this time.' },
  },
  examples: ['longshore run web -- node scripts/backfill.mjs', 'longshore run -- sh -c "env | sort"'],
  async run(context, input) {
    if (input.rest.length === 0)
      throw new CliError('usage', 'Which command?', 'Put the command after --: longshore run web -- node --version')
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const service = input.positionals[0] ?? (await onlyApp(client, id))
    const body = { service, command: [...input.rest], timeoutSeconds: input.count('timeout') }
    const reading = new AbortController()
    using _interrupts = context.onInterrupt(() => reading.abort())
    try {
      return await follow(context, client, { id, body }, reading.signal)
    } catch (error) {
      if (!reading.signal.aborted) throw error
      return exitCodes.interrupted
    }
  },
})

async function follow(
  { output, stderr }: Context,
  client: Client,
  asked: { id: string; body: { service: string; command: string[]; timeoutSeconds: number | undefined } },
  signal: AbortSignal,
): Promise<number> {
  let code: number | undefined
  for await (const each of client.stream(runCommand, asked, { signal })) {
    if (each.event === 'reset') continue
    output.event({ event: each.event, data: each.data })
    if (each.event === 'exit') {
      code = each.data.exitCode
      if (each.data.oomKilled)
        output.warn("The command was killed because it used more memory than the service's limit.")
    }
    if (each.event !== 'output' || output.isJson) continue
    if (each.data.stream === 'stderr') stderr(each.data.text)
    else if (output.isTerminal) output.block(each.data.text)
    else output.raw(each.data.text)
  }
  if (code === undefined) throw new ConnectionError('The command stopped without an exit code.')
  return code
}

async function onlyApp(client: Client, id: string): Promise<string> {
  const { services } = await client.call(getEnvironment, { id })
  const apps = services.filter((each) => ['web', 'worker', 'cron'].includes(each.kind))
  const [only] = apps.length === 1 ? apps : apps.filter((each) => each.kind === 'web')
  if (only !== undefined && (apps.length === 1 || apps.filter((each) => each.kind === 'web').length === 1))
    return only.name
  throw new CliError('usage', 'Which service?', `Available: ${apps.map((each) => each.name).join(', ')}.`)
}
