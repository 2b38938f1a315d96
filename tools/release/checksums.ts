/** manifest.json and checksums.txt of a release folder. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ReleaseFile {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part)
  return hash.digest('hex')
}

export async function listReleaseFiles(folder: string): Promise<ReleaseFile[]> {
  const names = (await readdir(folder)).sort()
  return await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { name, sha256: await hashFile(path), bytes: (await stat(path)).size }
    }),
  )
}

/** In the form of `sha256sum`. `bundled` are files that only the offline bundle has. */
export async function writeChecksums(folder: string, bundled: readonly ReleaseFile[]): Promise<void> {
  const files = [...(await listReleaseFiles(folder)), ...bundled]
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  await writeFile(join(folder, 'checksums.txt'), lines.sort().join(''))
}
