/** Calls any operation of the API, for everything that has no command. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { JsonOperation } from '@longshore/sdk'
import { readFields } from '../arguments/api-fields.ts'
import type { Input } from '../arguments/input.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readInput } from '../terminal/prompt.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const options = {
  field: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'KEY=VALUE',
    summary: 'Field of the body as text, or query parameter of a GET or DELETE. A dot goes one level deeper.',
  },
  'json-field': {
    type: 'string',
    short: 'F',
    multiple: true,
    value: 'KEY=JSON',
    summary: 'Field of the body as JSON: a number, true, null, a list, or an object.',
  },
  input: { type: 'string', value: 'FILE', summary: 'File with the body as JSON. Use - for standard input.' },
  'if-match': { type: 'string', value: 'VERSION', summary: 'Change only this version of the resource.' },
} as const

export const api = defineCommand({
  path: 'api',
  summary: 'Call any operation of the API, for everything that has no command.',
  details: 'Prints the response as JSON. The operations are in docs/reference/api.md and at /docs on your instance.',
  arguments: [
    { name: 'METHOD', summary: 'GET, POST, PUT, PATCH, or DELETE.', choices: methods },
    { name: 'PATH', summary: 'Path below /api/v1, such as /projects.' },
  ],
  options,
  examples: [
    'longshore api GET /alerts -f status=firing',
    'longshore api PATCH /projects/prj_01k9z4q7xkf0n8v4w2t6m3c5ra/preview-settings -F enabled=true',
  ],
  async run(context, input) {
    const [name, asked = ''] = input.positionals
    const method = methods.find((each) => each === name) ?? 'GET'
    const path = readPath(asked)
    const { client } = await connect(context)
    const operation: JsonOperation<object, unknown> = { method, path }
    const parameters = await readParameters(context, input, method)
    const { data } = await client.send(operation, parameters, { ifMatch: input.count('if-match') })
    const text = data === undefined || data === null ? [] : JSON.stringify(data, null, 2).split('\n')
    context.output.show(data ?? null, () => text)
    return 0
  },
})

/** A full URL would send the credential to another host, so only paths are accepted. */
function readPath(asked: string): string {
  const path = asked.replace(/^\/?(api\/v1\/)?/, '/')
  if (/^\/[\w./~%-]*$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path)) return path
  throw new CliError(
    'usage',
    `“${asked}” isn't a path of the API.`,
    'Use a path such as /projects, and -f for parameters.',
  )
}

async function readParameters(
  context: Context,
  input: Input<typeof options>,
  method: (typeof methods)[number],
): Promise<object> {
  const fields = readFields(input.list('field'), input.list('json-field'))
  const file = input.text('input')
  if (method === 'GET' || method === 'DELETE') return fields
  if (file === undefined) return Object.keys(fields).length === 0 ? {} : { body: fields }
  const text = file === '-' ? await readInput(context.stdin) : await readFile(resolve(context.directory, file), 'utf8')
  return { body: { ...parseBody(text), ...fields } }
}

function parseBody(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // Reported below.
  }
  throw new CliError('usage', "The body isn't a JSON object.", 'Check the file of --input.')
}
