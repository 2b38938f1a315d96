/** What the analyzer is given: a listing, and the contents of the files it asks for. It has no other way to the outside. */

export interface TreeEntry {
  /** From the repository's root, `/` between the parts. Names that are no UTF-8 never get here. */
  readonly path: string
  /** Links and submodules are listed and never followed. */
  readonly kind: 'file' | 'link' | 'submodule'
  /** 0 for a file that nobody is likely to read: the size of such is not looked up. */
  readonly bytes: number
}

export interface Tree {
  /** Sorted by path. */
  readonly entries: readonly TreeEntry[]
  /**
   * The contents of files, in the order of the paths; null for one that is absent, no file, binary, or larger than the
   * reader's limit. Asking for many at once is much cheaper than one by one.
   */
  read(paths: readonly string[]): Promise<(string | null)[]>
}

/** A tree in memory. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  const entries = Object.entries(files)
    .map(([path, text]) => ({ path, kind: 'file' as const, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    entries,
    read: async (paths) => paths.map((path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null)),
  }
}
