/** Reads the workspaces of the tree like their own tools. */
import { folderRoleOf } from '../ignored.ts'
import type { Workspace } from '../languages/language.ts'
import type { Scope } from '../scope.ts'
import { readNodeWorkspace } from './node-workspaces.ts'
import { readCargoWorkspace, readGoWorkspace, readUvWorkspace } from './other-workspaces.ts'

/** The root of a workspace is at the top or close to it. */
const maxDepth = 3
const maxRoots = 60

const readers: readonly [RegExp, (scope: Scope, root: string) => Promise<Workspace | null>][] = [
  [/^(?:package\.json|pnpm-workspace\.yaml|lerna\.json|nx\.json)$/, readNodeWorkspace],
  [/^Cargo\.toml$/, readCargoWorkspace],
  [/^go\.work$/, readGoWorkspace],
  [/^pyproject\.toml$/, readUvWorkspace],
]

export async function readWorkspaces(scope: Scope): Promise<readonly Workspace[]> {
  const found: Workspace[] = []
  for (const [name, read] of readers) {
    for (const root of rootsWith(scope, name)) {
      // A member of a workspace isn't the root of another one, regardless of its manifest.
      if (found.some((one) => one.folders.has(root))) continue
      const workspace = await read(scope, root)
      if (workspace !== null && workspace.folders.size > 0) found.push(workspace)
    }
  }
  return found
}

/** Searches the whole tree, not only the requested folder: the lockfile can be above it. */
function rootsWith(scope: Scope, name: RegExp): string[] {
  const folders = new Set<string>()
  for (const path of scope.repository.filesBelow('.')) {
    const parts = path.split('/')
    if (parts.length > maxDepth || !name.test(parts.at(-1) ?? '') || folderRoleOf(path, '.') === 'foreign') continue
    folders.add(parts.length === 1 ? '.' : parts.slice(0, -1).join('/'))
  }
  return [...folders].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, maxRoots)
}

function depth(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length
}
