/** Reads the other compose files of the repository that a file includes or extends, within limits. */
import { entriesOf, itemsOf, type Located, readYaml } from '../formats/located.ts'
import { folderOf, resolvePath } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'
import { interpolate } from './interpolate.ts'

export interface ComposeFile {
  /** Path from the repository root. */
  readonly path: string
  readonly folder: string
  readonly node: Located
}

export interface ComposeFiles {
  /** The reason if the file can't be read. `stated` is relative to the folder of `from`. */
  open(stated: string, from: ComposeFile): Promise<ComposeFile | string>
  /** False if the definitions that are used again are too large together. */
  reuse(node: Located): boolean
  /** False if too many includes were followed. */
  follow(): boolean
}

const maxFiles = 20
const maxIncludes = 20
const maxReusedNodes = 100_000

export function createComposeFiles(repository: Repository, main: ComposeFile): ComposeFiles {
  const known = new Map<string, ComposeFile | string>([[main.path, main]])
  let nodesLeft = maxReusedNodes
  let includesLeft = maxIncludes
  return {
    reuse(node) {
      nodesLeft -= countNodes(node)
      return nodesLeft >= 0
    },
    follow() {
      includesLeft -= 1
      return includesLeft >= 0
    },
    async open(stated, from) {
      const text = interpolate(stated).visible
      const path = /^[a-z][a-z0-9+.-]*:/i.test(text) ? null : resolvePath(from.folder, text)
      if (path === null) return 'Only files of the repository can be read. Copy the file into it.'
      const found = known.get(path) ?? (known.size >= maxFiles ? tooMany : await read(repository, path))
      known.set(path, found)
      return found
    },
  }
}

const tooMany = `Longshore reads at most ${maxFiles} Compose files. Put them into one.`

async function read(repository: Repository, path: string): Promise<ComposeFile | string> {
  const text = await repository.text(path)
  if (text === null) return 'The repository doesn’t have the file. Put its services into this one.'
  const node = readYaml(text)
  if (node.kind === 'unreadable') return `The file can't be read: ${node.why}.`
  return { path, folder: folderOf(path), node }
}

function countNodes(node: Located): number {
  const inner = [...itemsOf(node), ...entriesOf(node).map(([, value]) => value)]
  return inner.reduce((sum, each) => sum + countNodes(each), 1)
}
