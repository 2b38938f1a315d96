/** Where sockets and known_hosts files live: readable by nobody else, with a path short enough for unix sockets. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** 104 bytes is the smallest limit on sockets; ssh adds 17 to a control path while it makes it, our names take 12. */
const maxLength = 70
const leftAfterMs = 86_400_000

export async function createRuntimeDirectory(parent = tmpdir()): Promise<string> {
  // These paths become parts of ssh options, where %, quotes and blanks mean something.
  if (!/^\/[A-Za-z0-9_/.-]*$/.test(parent)) throw new Error('the runtime directory must be a plain absolute path')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `ls-${process.pid}-`))
  if (folder.length > maxLength) throw new Error(`the runtime directory’s path is longer than ${maxLength} bytes`)
  await chmod(folder, 0o700)
  return folder
}

/** What a process left behind that had no time to clean up. Its programs ended with it. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const owner = /^ls-(\d{1,10})-[A-Za-z0-9]{6}$/.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    const path = join(parent, name)
    // Somebody in another container may share this folder, but not the numbers of processes.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > leftAfterMs) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // Somebody else's process, somebody else's folder.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
