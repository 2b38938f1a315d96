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
  file: { type: 'string', value: 'FILE', summary: 'All variables of a .env file; others stay.' },
  stdin: {
    type: 'string',
    value: 'KEY',
    summary: 'The value of KEY from standard input, so that no history keeps it.',
  },
  plain: { type: 'boolean', summary: 'No secret: people see the value.' },
  secret: { type: 'boolean', summary: 'A secret, whatever the analysis says.' },
  service: { type: 'string', value: 'NAME', summary: 'Only for this service.' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    choices: ['build', 'runtime', 'both'],
    summary: 'When it is there: build, runtime or both.',
  },
} as const

export const envSet = defineCommand({
  path: 'env set',
  summary: 'Set variables.',
  details:
    'They take effect with the next deployment. New ones are secrets unless the analysis or --plain says otherwise.',
  arguments: [{ name: 'KEY=VALUE', summary: 'One or more.', isOptional: true, isMany: true }],
  options,
  examples: [
    'longshore env set LOG_LEVEL=debug --plain',
    'longshore env set --stdin API_KEY < key.txt',
    'longshore env set --file .env',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const more = { ...secrecyOf(input), ...scopeOf(input.text('scope')), service: input.text('service') }
    const file = input.text('file')
    const pairs = await readGiven(context, input)
    if (file !== undefined && pairs.size > 0) throw new CliError('usage', 'Either --file or single variables.')
    if (file === undefined && pairs.size === 0)
      throw new CliError('usage', 'Which variables?', 'Give KEY=VALUE, --stdin KEY or --file FILE.')
    const changed =
      file === undefined
        ? await client.call(addVariables, {
            id,
            body: { variables: [...pairs].map(([key, value]) => ({ key, value, ...more })) },
          })
        : await client.call(replaceVariables, {
            id,
            body: { env: await readFile(resolve(context.directory, file), 'utf8'), keepOthers: true, ...more },
          })
    const count = changed.pendingChanges.length
    context.output.show(changed, () => [
      count === 0
        ? `Saved. Nothing changes for ${label}.`
        : `Saved. Not live yet: ${count} ${count === 1 ? 'change waits' : 'changes wait'} for longshore deploy.`,
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
  if (input.flag('plain') && input.flag('secret')) throw new CliError('usage', 'Either --plain or --secret.')
  if (input.flag('plain')) return { secret: false }
  return input.flag('secret') ? { secret: true } : {}
}

function scopeOf(text: string | undefined): { scope?: 'build' | 'runtime' | 'both' } {
  return text === 'build' || text === 'runtime' || text === 'both' ? { scope: text } : {}
}
