/**
 * Writes a folder of a commit to disk for a build. Nothing in it is followed, filtered, or run: git writes blobs and
 * links as they are, and the attributes of the repository have no effect.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KernelLimits } from '../programs.ts'
import { failure } from './failures.ts'
import { localArgs, localEnvironment } from './git-args.ts'
import { runGit } from './run-git.ts'
import type { BlobReader, Checkout, SourceEntry } from './source.ts'
import { writeSmallTree } from './write-small-tree.ts'

export interface TreeExport {
  /** Path of the bare repository. */
  readonly repository: string
  readonly sha: string
  /** Path from the repository root; `.` is the whole repository. */
  readonly folder: string
  readonly entries: readonly SourceEntry[]
  readonly maxBytes: number
  readonly kernel: KernelLimits
  readonly signal: AbortSignal
  openBlobs(): BlobReader
}

/** Overrides every attribute in the tree: no conversion of line ends or encodings, no filter. */
const noAttributes = '* -text -eol -ident -filter -working-tree-encoding\n'

/** Up to these limits, the worker writes the files without git: starting two programs takes longer. */
const small = { files: 500, bytes: 20_000_000, fileBytes: 1_000_000 }

export async function exportTree(options: TreeExport): Promise<Checkout> {
  const wanted = entriesBelow(options.entries, options.folder)
  if (wanted.length === 0) throw failure('root_directory_not_found')
  const place = await mkdtemp(join(dirname(options.repository), 'w-'))
  const remove = () => rm(place, { recursive: true, force: true })
  try {
    const directory = join(place, 'tree')
    await mkdir(directory)
    await using blobs = options.openBlobs()
    const { bytes, largest } = await measure(wanted, { ...options, blobs })
    const isSmall = wanted.length <= small.files && bytes <= small.bytes && largest <= small.fileBytes
    if (isSmall) await writeSmallTree(wanted, { directory, blobs, signal: options.signal })
    else await checkOut(wanted, { ...options, place, directory })
    return { directory, files: wanted.length, bytes, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Paths are relative to the folder. Entries below a name that is itself a file or a link are omitted: no valid tree has
 * them.
 */
export function entriesBelow(entries: readonly SourceEntry[], folder: string): SourceEntry[] {
  const prefix = folder === '.' ? '' : `${folder}/`
  const below = entries
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
  const names = new Set(below.map(({ path }) => path))
  return below.filter(({ path }) => !parentsOf(path).some((parent) => names.has(parent)))
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** A pack of a few kilobytes can expand to terabytes of zeros. */
async function measure(
  entries: readonly SourceEntry[],
  { blobs, signal, maxBytes }: Pick<TreeExport, 'signal' | 'maxBytes'> & { blobs: BlobReader },
): Promise<{ bytes: number; largest: number }> {
  const ids = entries.filter(({ kind }) => kind !== 'submodule').map(({ id }) => id)
  const sizes = await blobs.sizes(ids, signal)
  if (sizes.includes(null)) throw failure('repository_unreadable')
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  if (bytes > maxBytes)
    throw failure('repository_too_large', {
      detail: `its files have more than ${Math.round(maxBytes / 1e6)} MB`,
    })
  return { bytes, largest: sizes.reduce<number>((most, size) => Math.max(most, size ?? 0), 0) }
}

async function checkOut(
  wanted: readonly SourceEntry[],
  { place, directory, ...options }: TreeExport & { place: string; directory: string },
): Promise<void> {
  await mkdir(join(options.repository, 'info'), { recursive: true })
  await writeFile(join(options.repository, 'info/attributes'), noAttributes)
  const environment = { ...localEnvironment, GIT_INDEX_FILE: join(place, 'index'), GIT_WORK_TREE: directory }
  const tree = options.folder === '.' ? options.sha : `${options.sha}:${options.folder}`
  await git(options, environment, { words: ['read-tree', tree] })
  const paths = wanted.filter(({ kind }) => kind !== 'submodule').map(({ path }) => `${path}\0`)
  await git(options, environment, {
    words: ['checkout-index', '--quiet', '--force', '-z', '--stdin'],
    input: paths.join(''),
    cwd: directory,
  })
}

async function git(
  { repository, kernel, signal }: TreeExport,
  environment: Record<string, string>,
  { words, input, cwd = repository }: { words: readonly string[]; input?: string; cwd?: string },
): Promise<void> {
  const end = await runGit({
    args: [...localArgs, '-c', 'core.symlinks=true', '-c', 'core.bare=false', `--git-dir=${repository}`, ...words],
    environment,
    limits: kernel,
    cwd,
    signal,
    input,
    onOutput: () => undefined,
  })
  if (end.code !== 0) throw failure('repository_unreadable', { cause: end.stderr })
}
