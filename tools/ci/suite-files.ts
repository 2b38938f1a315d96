/**
 * Finds the files of the end-to-end rig that a suite or bench uses, directly or indirectly: those that it imports or
 * starts.
 */
import { dirname, join } from 'node:path'
import type { SourceFile } from '../source-files.ts'

const rig = /^(?:e2e|bench|tools)\//
/** Matches imports, and programs that are started by their path. */
const named = /['"`]([\w./-]+\.ts)['"`]/g

export class SuiteFiles {
  readonly #uses: ReadonlyMap<string, readonly string[]>
  readonly #reached = new Map<string, ReadonlySet<string>>()

  constructor(sources: readonly SourceFile[]) {
    const known = new Set(sources.map(({ path }) => path))
    this.#uses = new Map(
      sources.map(({ path, text }) => [
        path,
        [...text.matchAll(named)].map(([, name = '']) => join(dirname(path), name)).filter((each) => known.has(each)),
      ]),
    )
  }

  /** Null if it isn't a file of the rig, or if no file of the rig names it. */
  isUsedBy(file: string, suiteFile: string): boolean | null {
    if (!rig.test(file)) return null
    if (this.#from(suiteFile).has(file)) return true
    // People and CI start tools, so no suite uses them unless it names them.
    return file.startsWith('tools/') || this.#isUsed(file) ? false : null
  }

  #isUsed(file: string): boolean {
    return [...this.#uses.values()].some((files) => files.includes(file))
  }

  #from(start: string): ReadonlySet<string> {
    const known = this.#reached.get(start)
    if (known !== undefined) return known
    const found = new Set([start])
    for (const file of found) for (const used of this.#uses.get(file) ?? []) found.add(used)
    this.#reached.set(start, found)
    return found
  }
}
