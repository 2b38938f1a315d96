/** Private temporary folders of this process. Folders of processes that were killed are removed by their successors. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RuntimeDirectoryOptions {
  /** Default: the system's temporary folder. */
  readonly parent?: string | undefined
  /** Names start with it and with the process id. */
  readonly prefix: string
  /** A leftover is removed when nothing in it changed for this time. */
  readonly leftAfterMs: number
}

const ownFolders = new Set<string>()

export async function createRuntimeDirectory(options: RuntimeDirectoryOptions): Promise<string> {
  const { parent = tmpdir(), prefix } = options
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent, options)
  const folder = await mkdtemp(join(parent, `${prefix}-${process.pid}-`))
  ownFolders.add(folder)
  await chmod(folder, 0o700)
  return folder
}

export async function removeRuntimeDirectory(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  ownFolders.delete(folder)
}

/** Removes folders of processes that were killed. Their programs ended with them. */
async function removeLeftovers(parent: string, { prefix, leftAfterMs }: RuntimeDirectoryOptions): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`${prefix}-`)) continue
    const owner = /^(\d{1,10})-[A-Za-z0-9]{6}$/.exec(name.slice(prefix.length + 1))?.[1]
    const path = join(parent, name)
    if (owner === undefined || ownFolders.has(path)) continue
    // In a container, the worker has the same process id every time. A folder with our id therefore belongs to a
    // predecessor.
    if (Number(owner) !== process.pid && isAlive(Number(owner))) continue
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
