/** Encodes the file list for the analysis process and the contents that it requested. Pure. */
import type { TreeEntry } from '@longshore/analyzer/tree'
import type { SourceEntry } from '../git/source.ts'

export interface WireTree {
  readonly rootDirectory: string
  readonly composeProfiles: readonly string[]
  readonly entries: readonly TreeEntry[]
}

const letters = { file: 'f', link: 'l', submodule: 's' } as const
const executable = 'x'

/**
 * Names contain neither line ends nor control characters, so plain lines are enough, and much cheaper to read than
 * JSON.
 */
export function writeTree(tree: {
  readonly rootDirectory: string
  readonly composeProfiles: readonly string[]
  readonly entries: readonly SourceEntry[]
  /** Sizes by blob id. A blob that isn't listed was not measured. */
  readonly sizes: ReadonlyMap<string, number>
}): Buffer {
  const lines = tree.entries.map(
    (entry) => `${letterOf(entry)}${(tree.sizes.get(entry.id) ?? 0).toString(36)}\t${entry.path}`,
  )
  return Buffer.from([tree.rootDirectory, tree.composeProfiles.join(), ...lines].join('\n'))
}

export function readTree(body: Buffer): WireTree {
  const [rootDirectory = '.', profiles = '', ...lines] = body.toString().split('\n')
  const entries = lines.map((line) => {
    const tab = line.indexOf('\t')
    const bytes = Number.parseInt(line.slice(1, tab), 36)
    return { ...kindOf(line[0]), bytes, path: line.slice(tab + 1) }
  })
  return { rootDirectory, composeProfiles: profiles === '' ? [] : profiles.split(','), entries }
}

function letterOf({ kind, isExecutable }: SourceEntry): string {
  return kind === 'file' && isExecutable ? executable : letters[kind]
}

function kindOf(letter: string | undefined): Pick<TreeEntry, 'kind' | 'isExecutable'> {
  if (letter === letters.link) return { kind: 'link' }
  if (letter === letters.submodule) return { kind: 'submodule' }
  return { kind: 'file', isExecutable: letter === executable }
}

export function writeIndexes(indexes: readonly number[]): Buffer {
  const body = Buffer.allocUnsafe(indexes.length * 4)
  for (const [at, index] of indexes.entries()) body.writeUInt32BE(index, at * 4)
  return body
}

export function readIndexes(body: Buffer): number[] {
  return Array.from({ length: body.length >>> 2 }, (_, at) => body.readUInt32BE(at * 4))
}

const absent = 0xffff_ffff

/** Lengths come first, then contents, so that nothing is copied before it is sent. */
export function writeBlobs(blobs: readonly (Buffer | null)[]): { head: Buffer; bodies: Buffer[]; bytes: number } {
  const head = Buffer.allocUnsafe(blobs.length * 4)
  for (const [at, blob] of blobs.entries()) head.writeUInt32BE(blob === null ? absent : blob.length, at * 4)
  const bodies = blobs.filter((blob) => blob !== null)
  return { head, bodies, bytes: head.length + bodies.reduce((sum, blob) => sum + blob.length, 0) }
}

export function readBlobs(body: Buffer, count: number): (Buffer | null)[] {
  let from = count * 4
  return Array.from({ length: count }, (_, at) => {
    const length = body.readUInt32BE(at * 4)
    if (length === absent) return null
    from += length
    return body.subarray(from - length, from)
  })
}
