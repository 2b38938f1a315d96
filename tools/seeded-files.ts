/** Writes files into the tree while `work` runs. An existing file is never changed. */
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './source-files.ts'

export async function withSeededFiles<T>(files: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const made: string[] = []
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await writeFile(join(root, file), text, { flag: 'wx' })
      made.push(file)
    }
    return await work()
  } finally {
    for (const file of made) await rm(join(root, file), { force: true })
    for (const file of made) await removeEmptyFolders(dirname(file))
  }
}

async function removeEmptyFolders(folder: string): Promise<void> {
  if (folder === '.') return
  const isRemoved = await rmdir(join(root, folder)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmptyFolders(dirname(folder))
}
