/** PostgreSQL refuses to run as root: then its own account is used. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Account {
  uid?: number
  gid?: number
}

export async function databaseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const id = async (option: string) => Number.parseInt((await run('id', [option, 'postgres'])).stdout, 10)
  return { uid: await id('-u'), gid: await id('-g') }
}
