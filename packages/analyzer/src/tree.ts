/** The analyzer's input: a listing, and the contents of requested files. It has no other access to the outside. */

export interface TreeEntry {
  /** Path from the repository root, with `/`. Names that aren't UTF-8 never get here. */
  readonly path: string
  /** Links and submodules are listed and never followed. */
  readonly kind: 'file' | 'link' | 'submodule'
  /** 0 for a file that is unlikely to be read: its size wasn't determined. */
  readonly bytes: number
  /** Undefined if the source doesn't say. */
  readonly isExecutable?: boolean
}

export interface Tree {
  /** Sorted by path. */
  readonly entries: readonly TreeEntry[]
  /**
   * Returns contents in the order of the paths; null for a path that is missing, not a file, binary, or larger than the
   * limit. Requesting many at once is much cheaper than one by one.
   */
  read(paths: readonly string[]): Promise<(string | null)[]>
}

/** An in-memory tree. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  const entries = Object.entries(files)
    .map(([path, text]) => ({ path, kind: 'file' as const, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    entries,
    read: async (paths) => paths.map((path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null)),
  }
}
