/** Tests the connection to a server, stage by stage. */
import type { ConnectionTestResult, ConnectionTestStage } from '@longshore/sdk'
import { testConnection } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatDuration } from '../terminal/format.ts'
import { createLiveArea } from '../terminal/live-area.ts'
import type { Line, Span } from '../terminal/text.ts'

const marks: Readonly<Record<ConnectionTestStage['status'], Span>> = {
  running: { text: '●', style: 'cyan' },
  ok: { text: '✓', style: 'green' },
  warning: { text: '!', style: 'yellow' },
  failed: { text: '✗', style: 'red' },
  skipped: { text: '–', style: 'dim' },
}

export const serverTest = defineCommand({
  path: 'server test',
  summary: 'Test the connection to a server, step by step.',
  arguments: [{ name: 'SERVER', summary: 'Server name, host, or ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { output } = context
    const server = await findServer(client, input.positionals[0] ?? '')
    const isLive = output.isTerminal && !output.isJson
    const area = createLiveArea(output)
    let result: ConnectionTestResult | undefined
    for await (const each of client.stream(testConnection, { body: { serverId: server.id } })) {
      if (each.event === 'reset') continue
      output.event({ event: each.event, data: each.data })
      if (each.event === 'result') result = each.data
      else if (isLive && each.data.status === 'running') area.draw(stageLines(each.data))
      else if (isLive) {
        area.draw([])
        for (const line of stageLines(each.data)) area.say(line)
      } else if (each.data.status !== 'running') for (const line of stageLines(each.data)) output.line(line)
    }
    const isGood = result?.ok === true
    output.line(
      isGood
        ? { text: 'All tested steps passed.', style: 'green' }
        : { text: "The connection doesn't work yet.", style: 'red' },
    )
    return isGood ? exitCodes.ok : exitCodes.failed
  },
})

function stageLines({ stage, status, detail, hint, durationMs }: ConnectionTestStage): Line[] {
  const time = durationMs === null ? '' : ` ${formatDuration(durationMs)}`
  return [
    [marks[status], ` ${stage.replaceAll('_', ' ').padEnd(12)}`, detail ?? '', { text: time, style: 'dim' }],
    ...(hint === null || status === 'ok' ? [] : [`    ${hint}`]),
  ]
}
