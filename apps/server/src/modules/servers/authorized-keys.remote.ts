/**
 * Edits a user's authorized_keys. The file is read, changed here and moved into place as a whole, so that an
 * interruption at any point leaves the old file or the new one. Other lines are kept byte for byte.
 */
import type { ServerConnection } from '@longshore/remote/ssh'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { commandMs } from './workflow/servers.context.ts'

type Connection = Pick<ServerConnection, 'run'>

const file = '.ssh/authorized_keys'
const maxFileBytes = 1 << 20
const tries = 3

export async function addAuthorizedKey(connection: Connection, line: string, signal: AbortSignal): Promise<void> {
  await edit(connection, signal, (text) => withKey(text, line))
}

/** Returns false if the file had no such key. */
export async function removeAuthorizedKey(connection: Connection, line: string, signal: AbortSignal): Promise<boolean> {
  return await edit(connection, signal, (text) => withoutKey(text, line))
}

/** Returns the same text if the key is already there, with any options and comment. */
export function withKey(text: string, line: string): string {
  if (text.split('\n').some((each) => hasKey(each, line))) return text
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${line}\n`
}

export function withoutKey(text: string, line: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return lines.filter((each) => !hasKey(each, line)).join('')
}

/** Compares only the key itself: options before it and the comment after it belong to the user. */
function hasKey(candidate: string, line: string): boolean {
  const [type = '', key = ''] = line.split(' ')
  if (candidate.trimStart().startsWith('#')) return false
  return ` ${candidate.replaceAll(/[\t\r\n]/g, ' ')} `.includes(` ${type} ${key} `)
}

async function edit(connection: Connection, signal: AbortSignal, change: (text: string) => string): Promise<boolean> {
  const run = (argv: readonly [string, ...string[]], stdin?: string) =>
    connection.run(argv, {
      deadlineMs: commandMs,
      maxOutputBytes: maxFileBytes,
      signal,
      ...(stdin === undefined ? {} : { stdin }),
    })
  const must = async (argv: readonly [string, ...string[]], stdin?: string) => {
    const answer = await run(argv, stdin)
    if (answer.exitCode !== 0) throw unwritable(`${argv[0]} failed: ${answer.stderr}`)
    return answer.stdout
  }
  await must(['mkdir', '-p', '-m', '700', '--', '.ssh'])
  // It may be a symbolic link; its target is changed, and the link stays.
  const path = (await must(['readlink', '-f', '--', file])).trimEnd()
  const draft = `${path}.longshore`
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const exists = (await run(['test', '-e', path])).exitCode === 0
    const before = exists ? await must(['cat', '--', path]) : ''
    const after = change(before)
    if (after === before) return false
    // Keeps owner and mode.
    if (exists) await must(['cp', '-p', '--', path, draft])
    await must(['tee', '--', draft], after)
    if (!exists) await must(['chmod', '600', '--', draft])
    const isUntouched = (exists ? await must(['cat', '--', path]) : '') === before
    if (!isUntouched) continue
    await must(['mv', '-f', '--', draft, path])
    return true
  }
  throw unwritable('somebody else changes the file at the same time')
}

function unwritable(cause: string): PermanentError {
  return new PermanentError(
    'authorized_keys_unwritable',
    "The file ~/.ssh/authorized_keys on the server can't be changed.",
    {
      hint: 'Check the owner, mode, and attributes (lsattr) of ~/.ssh and the file, and the free disk space.',
      cause: new Error(cause.slice(0, 500)),
    },
  )
}
