/** Writes a few files of a commit without git. Links come last, so that nothing can be written through one. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure } from './failures.ts'
import type { BlobReader, SourceEntry } from './source.ts'

/** `entries` contain nothing below a file or a link, and no name that leaves the folder. */
export async function writeSmallTree(
  entries: readonly SourceEntry[],
  { directory, blobs, signal }: { directory: string; blobs: BlobReader; signal: AbortSignal },
): Promise<void> {
  const folders = new Set(entries.map(({ path, kind }) => (kind === 'submodule' ? path : dirname(path))))
  for (const folder of folders) await mkdir(join(directory, folder), { recursive: true })
  const wanted = entries.filter(({ kind }) => kind !== 'submodule')
  const contents = await blobs.read(
    wanted.map(({ id }) => id),
    signal,
  )
  const found = wanted.map((entry, index) => ({ entry, content: contents[index] ?? null }))
  for (const kind of ['file', 'link'] as const)
    await Promise.all(
      found.filter(({ entry }) => entry.kind === kind).map(({ entry, content }) => write(directory, entry, content)),
    )
}

async function write(
  directory: string,
  { path, kind, isExecutable }: SourceEntry,
  content: Buffer | null,
): Promise<void> {
  if (content === null) throw failure('repository_unreadable')
  const place = join(directory, path)
  // The content of a link is its target; it is never followed.
  if (kind === 'link') await symlink(content, place)
  else await writeFile(place, content, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 })
}
