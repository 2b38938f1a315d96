/** State that the mounts of all services of a compose file share: its repository, and names that must not repeat. */
import { maxFilesLength } from '../container.schemas.ts'
import { folderOf, resolvePath } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'
import { createFileVariables, type FileVariables } from './file-variables.ts'
import { createFindSource, type FindSource } from './repository-files.ts'
import { createVolumeNames, type VolumeNames } from './volume-names.ts'

export interface Placing {
  /** Path from the repository root; null for a path outside of it. */
  resolve(path: string): string | null
  readonly find: FindSource
  readonly volumeNames: VolumeNames
  readonly variables: FileVariables
  readonly templates: ReadonlyMap<string, string>
  /** Texts in the report, and texts that deployments read from the repository. */
  readonly budgets: { readonly content: Budget; readonly source: Budget }
}

export interface Budget {
  /** False if so much no longer fits. */
  take(length: number): boolean
}

interface Stated {
  readonly file: string
  readonly keys: ReadonlySet<string>
  readonly volumes: Iterable<string>
  /** Texts of configs and secrets that consist of references, by kind and name. */
  readonly templates: ReadonlyMap<string, string>
}

export function createPlacing(repository: Repository, { file, keys, volumes, templates }: Stated): Placing {
  const folder = folderOf(file)
  // Pasted text has no repository: no relative path is there, and none leaves it.
  const isAlone = repository.entries.every(({ path }) => path === file)
  return {
    resolve(path) {
      const resolved = resolvePath(folder, path)
      return resolved === null && isAlone ? resolvePath('.', path.replaceAll(/(^|\/)\.\.(?=\/|$)/g, '$1.')) : resolved
    },
    find: isAlone ? async () => ({ kind: 'absent' }) : createFindSource(repository),
    volumeNames: createVolumeNames(volumes),
    variables: createFileVariables(file, { taken: keys, templates }),
    templates,
    budgets: { content: createBudget(maxFilesLength), source: createBudget(maxFilesLength) },
  }
}

function createBudget(length: number): Budget {
  let left = length
  return {
    take(wanted) {
      if (wanted > left) return false
      left -= wanted
      return true
    },
  }
}
