/** Writes variables to a file for local development. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Client, isProblem, type Variable } from '@longshore/sdk'
import { listVariables } from '@longshore/sdk/operations'
import { readVariable } from '@longshore/sdk/reveal'
import { type DotenvEntry, toDotenv } from '../arguments/dotenv.ts'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

export const envPull = defineCommand({
  path: 'env pull',
  summary: 'Write variables to a .env file that only you can read.',
  details:
    'Secrets require the permission to reveal them, and a sign-in with email and password within the last ten minutes: longshore login --email EMAIL. With --no-secrets, an API token, or a sign-in through the browser, only their names are written.',
  arguments: [{ name: 'FILE', summary: 'File to write (default: .env). Use - to print.', isOptional: true }],
  options: {
    ...environmentOption,
    service: { type: 'string', value: 'NAME', summary: 'Include variables of this service.' },
    'no-secrets': { type: 'boolean', summary: 'Leave out secrets.' },
    force: { type: 'boolean', summary: 'Overwrite an existing file.' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { client, session } = connection
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const service = input.text('service')
    const { items } = await client.call(listVariables, { id })
    const wanted = items.filter((each) => each.service === null || each.service === service)
    const canReveal = session !== null && !input.flag('no-secrets')
    const entries: DotenvEntry[] = []
    for (const each of wanted) entries.push({ key: each.key, value: await readValue(client, id, each, canReveal) })
    const [file = '.env'] = input.positionals
    const left = entries.filter((each) => each.value === undefined).map((each) => each.key)
    if (file === '-') context.output.show({ variables: entries }, () => [])
    if (file === '-' && !context.output.isJson)
      context.output[context.output.isTerminal ? 'block' : 'raw'](toDotenv(entries))
    if (file === '-') return 0
    await write(resolve(context.directory, file), toDotenv(entries), input.flag('force'))
    context.output.show({ file, written: entries.length - left.length, left }, () => [
      `${entries.length - left.length} variables of ${label} written to ${file}.`,
      ...(left.length === 0 ? [] : [`Left out, because they're secret: ${left.join(', ')}.`]),
    ])
    return 0
  },
})

async function readValue(
  client: Client,
  id: string,
  variable: Variable,
  canReveal: boolean,
): Promise<string | undefined> {
  if (variable.value !== null) return variable.value
  if (!canReveal || variable.sealed) return undefined
  return await readVariable(client, { id, key: variable.key, service: variable.service ?? undefined }).catch(
    (error: unknown) => {
      if (isProblem(error, 'recent_sign_in_required'))
        throw new CliError(
          'notSignedIn',
          error.message,
          'Sign in again: longshore login --email EMAIL. Or use --no-secrets.',
        )
      throw error
    },
  )
}

async function write(file: string, text: string, mayReplace: boolean): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: mayReplace ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new CliError('refused', `${file} already exists.`, 'Replace it with --force.')
  })
}
