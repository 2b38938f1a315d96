/** `longshore-server COMMAND`, as an operator runs it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const deadlineMs = 120_000

export async function runCommand(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-proto=delete', main, ...args], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    timeout: deadlineMs,
  })
  return stdout
}
