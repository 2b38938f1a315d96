/** Files that only their owner can read. Written to a temporary file and renamed, so that no one sees a partial file. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../exit-codes.ts'

export async function writePrivateFile(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  try {
    await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Null: the file doesn't exist. */
export async function readJsonFile<Value>(
  file: string,
  isValue: (value: unknown) => value is Value,
): Promise<Value | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (text === null) return null
  const value = parse(text)
  if (!isValue(value))
    throw new CliError('failed', `${file} is damaged.`, 'Delete it and run the command that created it again.')
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
