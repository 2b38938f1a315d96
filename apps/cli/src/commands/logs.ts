/** Container logs, or the log of a deployment. */
import type { Client, Deployment, RuntimeLine } from '@longshore/sdk'
import { followRuntimeLog, readDeploymentLog, readRuntimeLog } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { readSince } from '../arguments/since.ts'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { type EnvironmentTarget, findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { findDeployment } from '../deployments/find-deployment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { exitCodes } from '../exit-codes.ts'
import { runtimeLine } from '../terminal/runtime-line.ts'

interface LogQuery {
  readonly id: string
  readonly service: string | undefined
  readonly since: string | undefined
}

const defaultLines = 100

export const logs = defineCommand({
  path: 'logs',
  summary: "Show runtime logs, or a deployment's log.",
  options: {
    ...environmentOption,
    follow: { type: 'boolean', short: 'f', summary: 'Follow new lines.' },
    service: { type: 'string', short: 's', value: 'NAME', summary: 'Only this service.' },
    since: {
      type: 'string',
      value: 'TIME',
      summary: 'Start time: 10m, 2h, 3d, or a time such as 2026-11-15T09:00:00Z.',
    },
    lines: { type: 'string', short: 'n', value: 'NUMBER', summary: `Number of lines (default: ${defaultLines}).` },
    search: { type: 'string', value: 'TEXT', summary: 'Only lines that contain this text.' },
    deployment: { type: 'string', value: 'NUMBER', summary: "Show this deployment's log instead." },
  },
  examples: ['longshore logs -f', 'longshore logs --service web --since 2h --search error'],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const asked = input.text('deployment')
    if (asked !== undefined) {
      const deployment = await findDeployment(client, environment, asked)
      if (!input.flag('follow')) return await printDeploymentLog(context, client, environment, deployment)
      return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: true })
    }
    const query: LogQuery = {
      id: environment.id,
      service: input.text('service'),
      since: readSince(input.text('since')),
    }
    const limit = input.count('lines') ?? defaultLines
    const search = input.text('search')
    const last = await readLast(client, { ...query, q: search }, limit)
    if (context.output.isJson && !input.flag('follow')) context.output.show({ items: last }, () => [])
    else for (const each of last) printLine(context, each)
    if (!input.flag('follow')) return exitCodes.ok
    return await follow(context, client, { ...query, since: last.at(-1)?.at }, { search, last })
  },
})

/** Oldest line first. */
async function readLast(
  client: Client,
  query: LogQuery & { q: string | undefined },
  limit: number,
): Promise<RuntimeLine[]> {
  const lines = client.items(readRuntimeLog, { ...query, limit: Math.min(limit, 500) })
  return (await collectItems(lines, limit)).reverse()
}

/** Starts at the time of the last line, so that nothing is lost, and skips lines that were already printed. */
async function follow(
  context: Context,
  client: Client,
  query: LogQuery,
  { search, last }: { search: string | undefined; last: readonly RuntimeLine[] },
): Promise<number> {
  const printed = new Set(last.filter((each) => each.at === query.since).map(keyOf))
  const reading = new AbortController()
  using _interrupts = context.onInterrupt(() => reading.abort())
  try {
    for await (const each of client.stream(followRuntimeLog, query, { signal: reading.signal })) {
      if (each.event === 'reset') continue
      const { lines, ...place } = each.data
      for (const line of lines.map((each) => ({ ...place, ...each })))
        if (!printed.has(keyOf(line)) && (search === undefined || line.text.includes(search))) printLine(context, line)
    }
  } catch (error) {
    if (!reading.signal.aborted) throw error
    return exitCodes.interrupted
  }
  return exitCodes.ok
}

function keyOf({ at, container, text }: RuntimeLine): string {
  return `${at} ${container} ${text}`
}

function printLine({ output }: Context, line: RuntimeLine): void {
  if (output.isJson) output.event(line)
  else output.line(runtimeLine(line))
}

async function printDeploymentLog(
  { output }: Context,
  client: Client,
  { id }: EnvironmentTarget,
  { id: did }: Deployment,
): Promise<number> {
  for (let after: number | null = 0; after !== null; ) {
    const page: { items: { seq: number; text: string }[]; nextAfter: number | null } = await client.call(
      readDeploymentLog,
      { id, did, after },
    )
    for (const chunk of page.items) {
      output.event(chunk)
      output.block(chunk.text)
    }
    // The cursor doesn't change at the end of the log.
    after = page.nextAfter === after ? null : page.nextAfter
  }
  return exitCodes.ok
}
