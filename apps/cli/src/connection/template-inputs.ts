/** Values of a template's inputs: from options, files, and prompts. */
import type { TemplateInput } from '@longshore/sdk'
import { readPairs } from '../arguments/pairs.ts'
import { readTextFile } from '../arguments/text-file.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'

export const setOptions = {
  set: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    summary: 'Value of an input. Use --set-file for secrets.',
  },
  'set-file': {
    type: 'string',
    multiple: true,
    value: 'KEY=FILE',
    summary: 'File that contains the value of an input.',
  },
} as const

const valueFile = { what: 'the value', maxBytes: 65_536 }

export async function readInputs(
  context: Context,
  input: { list(name: 'set' | 'set-file'): readonly string[] },
  inputs: readonly TemplateInput[],
): Promise<Record<string, string>> {
  const values = readPairs(input.list('set'), '--set', 'KEY=VALUE')
  for (const [key, file] of readPairs(input.list('set-file'), '--set-file', 'KEY=FILE')) {
    if (values.has(key)) throw new CliError('usage', `${key} is in both --set and --set-file.`, 'Use one of them.')
    values.set(key, (await readTextFile(context, file, valueFile)).replace(/\r?\n$/, ''))
  }
  for (const each of inputs) if (!values.has(each.key)) await ask(context, each, values)
  return Object.fromEntries(values)
}

/** Without a terminal, the API names the required inputs that are missing. */
async function ask({ prompt }: Context, input: TemplateInput, values: Map<string, string>): Promise<void> {
  const { key, label, kind, required, default: given, generate, choices } = input
  const isNeeded = required && given === null
  if (!prompt.canAsk || !(isNeeded || kind === 'secret')) return
  const empty = generate === null ? (isNeeded ? '' : ', empty for none') : ', empty to generate it'
  const question = `${label}${choices.length === 0 ? '' : ` (${choices.join(', ')})`}${empty}:`
  const instead = `Use --set ${key}=VALUE.`
  const value = kind === 'secret' ? await prompt.askSecret(question, instead) : await prompt.ask(question, instead)
  if (value !== '') values.set(key, value)
}
