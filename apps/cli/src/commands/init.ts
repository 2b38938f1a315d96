/** Writes a longshore.yaml to begin with, or checks the one that is there. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { checkLongshoreFile } from '../longshore-file/check-file.ts'
import { draftLongshoreFile } from '../longshore-file/draft.ts'

const names = ['longshore.yaml', 'longshore.yml']

export const init = defineCommand({
  path: 'init',
  summary: 'Write a longshore.yaml, or check the one that is there.',
  details:
    'The file says what is deployed; without it the analysis decides. Mistakes are told with file and line, and the exit code is 2. The instance knows rules beyond this check and has the last word.',
  options: {
    check: { type: 'boolean', summary: 'Only checks.' },
    name: { type: 'string', value: 'SERVICE', summary: 'Of the first service; default: web.' },
    port: { type: 'string', value: 'PORT', summary: 'Where it listens; default: 3000.' },
    command: { type: 'string', value: 'COMMAND', summary: 'How it starts; default: what the analysis finds.' },
    'health-check': { type: 'string', value: 'PATH', summary: 'Answers 200 when it is ready; default: /.' },
  },
  examples: ['longshore init --port 8080 --health-check /healthz', 'longshore init --check'],
  async run(context, input) {
    const found = await findFile(context)
    if (found !== undefined) return tellFaults(context, found)
    if (input.flag('check'))
      throw new CliError('notFound', 'There is no longshore.yaml here.', 'Write one: longshore init')
    const file = join(context.directory, 'longshore.yaml')
    const text = draftLongshoreFile({
      name: input.text('name') ?? 'web',
      port: input.count('port') ?? 3000,
      command: input.text('command'),
      healthCheck: input.text('health-check') ?? '/',
    })
    const [fault] = checkLongshoreFile(text)
    if (fault !== undefined) throw new CliError('usage', `${fault.field} ${fault.message}.`)
    await writeFile(file, text, { flag: 'wx' })
    context.output.show({ file: 'longshore.yaml', faults: [] }, () => [
      'longshore.yaml is written. Commit it, and the next deployment follows it.',
    ])
    return exitCodes.ok
  },
})

async function findFile({ directory }: Context): Promise<{ name: string; text: string } | undefined> {
  for (const name of names) {
    const text = await readFile(join(directory, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (text !== undefined) return { name, text }
  }
  return undefined
}

function tellFaults({ output }: Context, { name, text }: { name: string; text: string }): number {
  const faults = checkLongshoreFile(text)
  output.show({ file: name, faults }, () =>
    faults.length === 0
      ? [`${name} is fine.`]
      : faults.map(({ line, field, message }) => `${name}:${line}: ${field === '' ? '' : `${field} `}${message}`),
  )
  return faults.length === 0 ? exitCodes.ok : exitCodes.usage
}
