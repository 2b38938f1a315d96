/** A server of the Model Context Protocol on standard input and output. */
import { createInterface } from 'node:readline'
import { defineCommand } from '../command.ts'
import { type Connection, connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { answerLine } from '../mcp/answer.ts'
import { readTools } from '../mcp/read-tools.ts'
import type { Tool } from '../mcp/tool.ts'
import { writeTools } from '../mcp/write-tools.ts'
import { harmlessJson } from '../terminal/harmless.ts'

export const mcp = defineCommand({
  path: 'mcp',
  summary: 'Serve tools to an assistant over the Model Context Protocol.',
  details:
    'Only tools that read, unless told otherwise. What the instance allows is up to the role or the scopes of the token: give the assistant a token of its own. Tools that take something away need confirm: true in each call. Everything is in the audit log of the instance.',
  options: {
    allow: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      choices: ['write', 'destroy'],
      summary: 'Also tools that change something (write), or take something away (destroy).',
    },
  },
  examples: ['longshore mcp', 'longshore mcp --allow write'],
  async run(context, input) {
    const connection = await connect(context)
    const allowed = ['read', ...input.list('allow')]
    const tools = [...readTools, ...writeTools].filter((each) => allowed.includes(each.kind))
    const run = (tool: Tool, given: Record<string, unknown>) => runTool(context, connection, tool, given)
    for await (const line of createInterface({ input: context.stdin })) {
      if (line.trim() === '') continue
      const answer = await answerLine(line, { tools, url: connection.url, run })
      if (answer !== undefined) context.output.raw(`${harmlessJson(answer)}\n`)
    }
    return 0
  },
})

async function runTool(
  context: Context,
  connection: Connection,
  tool: Tool,
  given: Record<string, unknown>,
): Promise<unknown> {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value : undefined
  }
  return await tool.run({
    client: connection.client,
    text,
    number(name) {
      const value = given[name]
      return typeof value === 'number' ? value : undefined
    },
    environment: () => findEnvironment(context, connection, text('environment')),
  })
}
