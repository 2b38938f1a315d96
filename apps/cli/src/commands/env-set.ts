/** Sets variables; they take effect with the next deployment. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addVariables, replaceVariables } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { environmentOption } from '../arguments/options.ts'
import { readPairs } from '../arguments/pairs.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readInput } from '../terminal/prompt.ts'

const options = {
  ...environmentOption,
  file: { type: 'string', value: 'FILE', summary: 'Set all variables from a .env file. Other variables stay.' },
  stdin: {
    type: 'string',
    value: 'KEY',
    summary: 'Read the value of KEY from standard input, to keep it out of your shell history.',
  },
  plain: { type: 'boolean', summary: 'Not a secret: members can see the value.' },
  secret: { type: 'boolean', summary: 'Always treat the variable as a secret.' },
  service: { type: 'string', value: 'NAME', summary: 'Only for this service.' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    choices: ['build', 'runtime', 'both', 'reference'],
    summary: 'Where the variable is available: build, runtime, both, or only as a reference in other variables.',
  },
  expand: {
    type: 'boolean',
    summary: `Replace \${NAME} in the value with other variables when containers start. Use $$ for a dollar sign.`,
  },
} as const

export const envSet = defineCommand({
  path: 'env set',
  summary: 'Set variables.',
  details:
    'Changes take effect with the next deployment. New variables are secrets unless the analysis or --plain says otherwise.',
  arguments: [{ name: 'KEY=VALUE', summary: 'One or more variables.', isOptional: true, isMany: true }],
  options,
  examples: [
    'longshore env set LOG_LEVEL=debug --plain',
    'longshore env set --stdin API_KEY < key.txt',
    'longshore env set --file .env',
    `longshore env set --expand 'SITE=\${LONGSHORE_URL}/shop'`,
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const more = { ...secrecyOf(input), ...scopeOf(input.text('scope')), service: input.text('service') }
    const expand = input.flag('expand') ? { expand: true } : {}
    const file = input.text('file')
    const pairs = await readGiven(context, input)
    if (file !== undefined && pairs.size > 0) throw new CliError('usage', 'Use either --file or single variables.')
    if (file !== undefined && input.flag('expand'))
      throw new CliError('usage', '--expand works with single variables, not with --file.')
    if (file === undefined && pairs.size === 0)
      throw new CliError('usage', 'Which variables?', 'Use KEY=VALUE, --stdin KEY, or --file FILE.')
    const changed =
      file === undefined
        ? await client.call(addVariables, {
            id,
            body: { variables: [...pairs].map(([key, value]) => ({ key, value, ...more, ...expand })) },
          })
        : await client.call(replaceVariables, {
            id,
            body: { env: await readFile(resolve(context.directory, file), 'utf8'), keepOthers: true, ...more },
          })
    const count = changed.pendingChanges.length
    context.output.show(changed, () => [
      count === 0
        ? `Saved. Nothing changes for ${label}.`
        : `Saved. ${count} unpublished ${count === 1 ? 'change' : 'changes'}. Publish with: longshore deploy`,
    ])
    return 0
  },
})

async function readGiven(context: Context, input: Input<typeof options>): Promise<Map<string, string>> {
  const pairs = readPairs(input.positionals, 'A variable')
  const key = input.text('stdin')
  if (key !== undefined) pairs.set(key, await readInput(context.stdin))
  return pairs
}

function secrecyOf(input: Input<typeof options>): { secret?: boolean } {
  if (input.flag('plain') && input.flag('secret')) throw new CliError('usage', 'Use either --plain or --secret.')
  if (input.flag('plain')) return { secret: false }
  return input.flag('secret') ? { secret: true } : {}
}

function scopeOf(text: string | undefined): { scope?: 'build' | 'runtime' | 'both' | 'reference' } {
  return text === 'build' || text === 'runtime' || text === 'both' || text === 'reference' ? { scope: text } : {}
}
