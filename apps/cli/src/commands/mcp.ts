/** A Model Context Protocol server on standard input and output. */
import { defineCommand } from '../command.ts'
import { type Connection, connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { createConfirmations } from '../mcp/confirmations.ts'
import { changeKinds, type ToolCall } from '../mcp/tool.ts'
import { createToolAccess } from '../mcp/tool-access.ts'
import { tools } from '../mcp/tools.ts'

export const mcp = defineCommand({
  path: 'mcp',
  summary: 'Serve tools to an AI assistant over the Model Context Protocol (MCP).',
  details:
    "Without options, an assistant can only read what its credential allows. Give it its own API token. With --allow, it can also make changes, and your client asks you each time (MCP elicitation). Clients that can't ask don't get these tools, except with --unattended. The instance's audit log records all changes.",
  options: {
    allow: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      choices: ['read', ...changeKinds],
      summary:
        'Also offer tools that change (write) or remove (destroy) something, after you confirm in your client. Read tools are always on.',
    },
    unattended: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      choices: changeKinds,
      summary: 'Offer tools of this kind and run them without asking you.',
    },
  },
  examples: [
    'longshore mcp',
    'longshore mcp --allow write',
    'longshore mcp --allow write --allow destroy',
    'longshore mcp --unattended write',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    // Loaded here because the protocol is large and no other command needs it.
    const { serve } = await import('../mcp/serve.ts')
    await serve({
      input: context.stdin,
      write: (text) => context.output.raw(text),
      warn: (text) => context.output.warn(text),
      url,
      tools,
      access: createToolAccess({ client, allowed: input.list('allow'), unattended: input.list('unattended') }),
      confirmations: createConfirmations(),
      toCall: (given, signal) => toCall(context, connection, { given, signal }),
    })
    return 0
  },
})

function toCall(
  context: Context,
  connection: Connection,
  { given, signal }: { given: Record<string, unknown>; signal: AbortSignal },
): ToolCall {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    client: connection.client,
    text,
    number(name) {
      const value = given[name]
      return typeof value === 'number' ? value : undefined
    },
    list(name) {
      const value = given[name]
      return Array.isArray(value) ? value : []
    },
    environment: () => findEnvironment(context, connection, text('environment')),
    signal,
  }
}
