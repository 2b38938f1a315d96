/** A server of the Model Context Protocol on standard input and output. */
import { defineCommand } from '../command.ts'
import { type Connection, connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { createOffer } from '../mcp/offer.ts'
import { serve } from '../mcp/serve.ts'
import type { Tool } from '../mcp/tool.ts'
import { tools } from '../mcp/tools.ts'

const everything = ['read', 'write', 'destroy']

export const mcp = defineCommand({
  path: 'mcp',
  summary: 'Serve tools to an assistant over the Model Context Protocol.',
  details:
    'An assistant gets the tools that the scopes of its API token allow; as a person who is signed in it only reads, unless --allow says more. Give it a token of its own. Tools that take something away need confirm: true in each call. What is changed is in the audit log of the instance.',
  options: {
    allow: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      choices: everything,
      summary:
        'No other tools than those that read, change something (write), or take something away (destroy). Reading is always among them.',
    },
  },
  examples: ['longshore mcp', 'longshore mcp --allow read', 'longshore mcp --allow write'],
  async run(context, input) {
    const connection = await connect(context)
    const allowed = input.list('allow')
    // A token has scopes that somebody chose for this; a person may do more than an assistant should.
    const ofCredential = connection.session === null ? everything : ['read']
    const kinds = allowed.length === 0 ? ofCredential : ['read', ...allowed]
    const { client, url } = connection
    await serve({
      input: context.stdin,
      write: (text) => context.output.raw(text),
      url,
      tools,
      whyNot: createOffer({ client, kinds }),
      run: (tool, given, signal) => runTool(context, connection, { tool, given, signal }),
    })
    return 0
  },
})

async function runTool(
  context: Context,
  connection: Connection,
  { tool, given, signal }: { tool: Tool; given: Record<string, unknown>; signal: AbortSignal },
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
    list(name) {
      const value = given[name]
      return Array.isArray(value) ? value : []
    },
    environment: () => findEnvironment(context, connection, text('environment')),
    signal,
  })
}
