/**
 * Hashes everything that an image is built from. The same hash means the same image, so nothing that can change an
 * image may be missing. Pure.
 */
import { createHash } from 'node:crypto'
import type { SourceEntry } from '@longshore/source/git'

/** Increment when the build process itself changes. */
const version = 1

export interface Ingredients {
  /** Entries of the context with relative paths. Git object IDs represent their contents. */
  readonly entries: readonly SourceEntry[]
  readonly dockerfile: string
  readonly ignore: string | null
  readonly target: string | null
  /** Key and version of every variable that the build gets. */
  readonly variables: readonly { readonly key: string; readonly id: string }[]
}

export function contentHash({ entries, dockerfile, ignore, target, variables }: Ingredients): string {
  const hash = createHash('sha256')
  const known = variables.map(({ key, id }) => `${key}=${id}`).toSorted()
  hash.update(JSON.stringify([version, dockerfile, ignore, target, known]))
  for (const { kind, isExecutable, id, path } of entries) hash.update(`\n${kind} ${isExecutable} ${id} ${path}`)
  return hash.digest('hex')
}
