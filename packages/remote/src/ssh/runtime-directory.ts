/** The private folder for sockets and known_hosts files, with a path short enough for Unix sockets. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * 104 bytes is the smallest limit for sockets; ssh adds 17 to a control path while it creates it, and our names take
 * 12.
 */
const maxLength = 70
const leftAfterMs = 86_400_000

export async function createRuntimeDirectory(parent = tmpdir()): Promise<string> {
  // These paths become parts of ssh options, where %, quotes, and blanks have a meaning.
  if (!/^\/[A-Za-z0-9_/.-]*$/.test(parent)) throw new Error('the runtime directory must be a plain absolute path')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `ls-${process.pid}-`))
  if (folder.length > maxLength) throw new Error(`the runtime directory’s path is longer than ${maxLength} bytes`)
  await chmod(folder, 0o700)
  return folder
}

/** Removes folders of processes that were killed. Their programs ended with them. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const owner = /^ls-(\d{1,10})-[A-Za-z0-9]{6}$/.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    const path = join(parent, name)
    // A process in another container can share this folder, but not our process ids.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > leftAfterMs) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // EPERM means that the process and the folder belong to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
