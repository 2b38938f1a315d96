/** The tree with an index and a cache of contents. */
import { type Parsed, parseJson, parseTomlText, parseYaml } from './documents.ts'
import type { Tree } from './tree.ts'

export class Repository {
  readonly #tree: Tree
  readonly #files: readonly string[]
  readonly #present: ReadonlySet<string>
  /** Links and submodules, which are never followed. Sorted. */
  readonly #linked: readonly string[]
  readonly #executable: ReadonlyMap<string, boolean>
  readonly #texts = new Map<string, string | null>()
  readonly #documents = new Map<string, unknown>()
  readonly #unreadable = new Map<string, string>()
  #passed = 0
  readonly bytes: number

  constructor(tree: Tree) {
    this.#tree = tree
    const files = tree.entries.filter((entry) => entry.kind === 'file')
    this.#files = files.map((entry) => entry.path)
    this.#present = new Set(this.#files)
    this.#linked = tree.entries.filter((entry) => entry.kind !== 'file').map((entry) => entry.path)
    this.#executable = new Map(
      files.flatMap(({ path, isExecutable }) => (isExecutable === undefined ? [] : [[path, isExecutable] as const])),
    )
    this.bytes = files.reduce((sum, entry) => sum + entry.bytes, 0)
  }

  get entries(): Tree['entries'] {
    return this.#tree.entries
  }

  /** Number of files read so far. */
  get readCount(): number {
    return this.#texts.size + this.#passed
  }

  has(path: string): boolean {
    return this.#present.has(path)
  }

  /** Sorted; `.` returns all files. */
  filesBelow(folder: string): readonly string[] {
    return pathsBelow(this.#files, folder)
  }

  /** True if the path is a link or a submodule, or if one of its folders is. */
  isLinked(path: string): boolean {
    const parts = path.split('/')
    return parts.some((_, index) => {
      const parent = parts.slice(0, index + 1).join('/')
      return this.#linked[firstAtOrAfter(this.#linked, parent)] === parent
    })
  }

  /** Links and submodules below a folder. */
  linksBelow(folder: string): readonly string[] {
    return pathsBelow(this.#linked, folder)
  }

  /** Null if the source of the tree doesn't say. */
  isExecutable(path: string): boolean | null {
    return this.#executable.get(path) ?? null
  }

  async text(path: string): Promise<string | null> {
    const [text] = await this.texts([path])
    return text ?? null
  }

  /** Reads all missing contents at once. */
  async texts(paths: readonly string[]): Promise<(string | null)[]> {
    const unknown = [...new Set(paths)].filter((path) => this.has(path) && !this.#texts.has(path))
    const found = unknown.length === 0 ? [] : await this.#tree.read(unknown)
    for (const [index, path] of unknown.entries()) this.#texts.set(path, found[index] ?? null)
    return paths.map((path) => this.#texts.get(path) ?? null)
  }

  /** For a pass over many files: yields each text once without caching it and reads the next ones in the meantime. */
  async *passOver(paths: readonly string[], count = 256): AsyncGenerator<readonly [path: string, text: string]> {
    const read = (from: number) => {
      const batch = paths.slice(from, from + count)
      return { batch, texts: batch.length === 0 ? Promise.resolve([]) : this.#readOnce(batch) }
    }
    let ahead = read(0)
    for (let from = count; ahead.batch.length > 0; from += count) {
      const { batch } = ahead
      const texts = await ahead.texts
      ahead = read(from)
      for (const [index, path] of batch.entries()) {
        const text = texts[index]
        if (typeof text === 'string') yield [path, text]
      }
    }
  }

  async #readOnce(paths: readonly string[]): Promise<(string | null)[]> {
    const unknown = paths.filter((path) => !this.#texts.has(path))
    const found = unknown.length === 0 ? [] : await this.#tree.read(unknown)
    this.#passed += unknown.length
    const fresh = new Map(unknown.map((path, index) => [path, found[index] ?? null]))
    return paths.map((path) => this.#texts.get(path) ?? fresh.get(path) ?? null)
  }

  /** Parses a JSON (with comments), YAML, or TOML file by its extension; null if it is missing or broken. */
  async document(path: string): Promise<unknown> {
    if (this.#documents.has(path)) return this.#documents.get(path)
    const text = await this.text(path)
    const parsed = text === null ? { value: null, problem: null } : parse(path, text)
    if (parsed.problem !== null) this.#unreadable.set(path, parsed.problem)
    this.#documents.set(path, parsed.value)
    return parsed.value
  }

  /** Files that couldn't be parsed as documents, with the reason; the report contains a warning. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.#unreadable
  }

  /** Called by readers of other formats. */
  noteUnreadable(path: string, problem: string): void {
    this.#unreadable.set(path, problem)
  }
}

function parse(path: string, text: string): Parsed {
  if (/\.ya?ml$/.test(path)) return parseYaml(text)
  return path.endsWith('.toml') ? parseTomlText(text) : parseJson(text)
}

function pathsBelow(sorted: readonly string[], folder: string): readonly string[] {
  if (folder === '.') return sorted
  const prefix = `${folder}/`
  const from = firstAtOrAfter(sorted, prefix)
  let to = from
  while (sorted[to]?.startsWith(prefix) === true) to += 1
  return sorted.slice(from, to)
}

function firstAtOrAfter(sorted: readonly string[], wanted: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
