/** Lists the files of the repository: tracked ones and new ones that aren't ignored. */
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = join(import.meta.dirname, '..')

export interface SourceFile {
  path: string
  text: string
}

/** Sample repositories for the analyzer: third-party style, not our source. */
const specimens = /^(?:packages\/analyzer\/corpus\/.+\/repo|e2e\/support\/generated-dockerfiles\/apps)\//

export async function listFiles(pattern: RegExp): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 64 << 20 })
  const names = [...new Set(stdout.split('\0'))]
    .filter((name) => name !== '' && pattern.test(name) && !specimens.test(name))
    .sort()
  // A file that was deleted but not yet staged is still in git's list.
  const present = await Promise.all(names.map((name) => isFile(join(root, name))))
  return names.filter((_, index) => present[index])
}

export async function readFiles(pattern: RegExp, options: { maxBytes: number }): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for (const path of await listFiles(pattern)) {
    const { size } = await stat(join(root, path))
    if (size > options.maxBytes) throw new Error(`${path} has ${size} bytes, more than ${options.maxBytes}`)
    const bytes = await readFile(join(root, path))
    if (!bytes.includes(0)) files.push({ path, text: bytes.toString('utf8') })
  }
  return files
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
}
