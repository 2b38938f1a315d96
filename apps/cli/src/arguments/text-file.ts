/** Reads text that an argument or an option names. */
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { formatBytes } from '../terminal/format.ts'
import { readInput } from '../terminal/prompt.ts'

interface ReadOptions {
  /** How messages call the file, such as "the compose file". */
  readonly what: string
  readonly maxBytes: number
}

/** The API accepts 262,144 characters. */
export const composeFile: ReadOptions = { what: 'the compose file', maxBytes: 1_048_576 }

/** `-` is standard input. */
export async function readTextFile(
  { directory, stdin }: Pick<Context, 'directory' | 'stdin'>,
  file: string,
  { what, maxBytes }: ReadOptions,
): Promise<string> {
  if (file === '-') return await readInput(stdin)
  const path = resolve(directory, file)
  const bytes = await readUpTo(path, maxBytes).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? `there's no ${file} in ${directory}.` : error.message
    throw new CliError('usage', `Can't read ${what}: ${why}`, 'Check the path.')
  })
  if (bytes === null) throw new CliError('usage', `Can't use ${file}: it's larger than ${formatBytes(maxBytes)}.`)
  const text = toText(bytes)
  if (text === null) throw new CliError('usage', `Can't use ${what} ${file}: it isn't text in UTF-8.`)
  return text
}

async function readUpTo(path: string, maxBytes: number): Promise<Uint8Array | null> {
  return (await stat(path)).size > maxBytes ? null : await readFile(path)
}

export async function isExecutable({ directory }: Pick<Context, 'directory'>, file: string): Promise<boolean> {
  return ((await stat(resolve(directory, file))).mode & 0o111) !== 0
}

function toText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
