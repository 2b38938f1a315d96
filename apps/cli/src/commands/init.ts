/** Creates a longshore.yaml, or checks an existing one. */
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
  summary: 'Create a longshore.yaml, or check the existing one.',
  details:
    'The file describes what to deploy. Without it, the analysis decides. Errors are shown with file and line, and the command exits with 2. The instance might reject more than this check does.',
  options: {
    check: { type: 'boolean', summary: 'Only check the file.' },
    name: { type: 'string', value: 'SERVICE', summary: 'Name of the first service (default: web).' },
    port: { type: 'string', value: 'PORT', summary: 'Port the service listens on (default: 3000).' },
    command: { type: 'string', value: 'COMMAND', summary: 'Start command (default: detected).' },
    'health-check': { type: 'string', value: 'PATH', summary: 'Path that responds with 200 when ready (default: /).' },
  },
  examples: ['longshore init --port 8080 --health-check /healthz', 'longshore init --check'],
  async run(context, input) {
    const found = await findFile(context)
    if (found !== undefined) return printFaults(context, found)
    if (input.flag('check'))
      throw new CliError('notFound', 'No longshore.yaml in this directory.', 'Create one: longshore init')
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
      'Created longshore.yaml. Commit it, and the next deployment uses it.',
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

function printFaults({ output }: Context, { name, text }: { name: string; text: string }): number {
  const faults = checkLongshoreFile(text)
  output.show({ file: name, faults }, () =>
    faults.length === 0
      ? [`${name} is valid.`]
      : faults.map(({ line, field, message }) => `${name}:${line}: ${field === '' ? '' : `${field} `}${message}`),
  )
  return faults.length === 0 ? exitCodes.ok : exitCodes.usage
}
