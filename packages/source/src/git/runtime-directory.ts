/** The temporary folder for fetched repositories. Only the worker can read it. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const leftAfterMs = 3_600_000
const ownFolders = new Set<string>()

export async function createRuntimeDirectory(parent = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `ls-source-${process.pid}-`))
  ownFolders.add(folder)
  await chmod(folder, 0o700)
  return folder
}

/** Creates what `git init --bare` creates, without templates and hooks. */
export async function createBareRepository(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'r-'))
  await Promise.all([mkdir(join(folder, 'objects/pack'), { recursive: true }), mkdir(join(folder, 'refs'))])
  await Promise.all([writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n'), writePlainConfig(folder)])
  return folder
}

/** Call it after a fetch as well: with what git noted about the remote, it would fetch missing blobs on its own. */
export async function writePlainConfig(folder: string): Promise<void> {
  await writeFile(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
}

/** Removes folders of processes that were killed. Their programs ended with them. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = /^ls-source-(\d{1,10})-[A-Za-z0-9]{6}$/.exec(name)?.[1]
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
