/** Bare repositories that Longshore creates for one fetch. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
