/** Finds the build context of a Dockerfile: it must contain the copied files. */
import { joinPath } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'
import type { ReadDockerfile } from './read-dockerfile.ts'

/**
 * The service's own folder, or one above it if only that one contains the copied files (for example the lockfile of a
 * monorepo).
 */
export function chooseContext(
  file: ReadDockerfile,
  { repository, root }: { repository: Repository; root: string },
): string {
  const sources = copiedPaths(file)
  if (root === '.' || sources.length === 0) return root
  const folders = [root]
  for (let folder = root; folder !== '.'; ) {
    const end = folder.lastIndexOf('/')
    folder = end === -1 ? '.' : folder.slice(0, end)
    folders.push(folder)
  }
  const found = (folder: string) => sources.filter((path) => exists(repository, joinPath(folder, path))).length
  const scores = folders.map((folder) => ({ folder, count: found(folder) }))
  const best = Math.max(...scores.map(({ count }) => count))
  return scores.find(({ count }) => count === best)?.folder ?? root
}

/** Plain paths only: patterns and variables can't be resolved. */
function copiedPaths(file: ReadDockerfile): string[] {
  const found = new Set<string>()
  for (const { name, text } of file.stages.flatMap((stage) => stage.instructions)) {
    if ((name !== 'COPY' && name !== 'ADD') || text.includes('--from=') || text.startsWith('[') || found.size > 100)
      continue
    const tokens = text.split(/\s+/).filter((word) => !word.startsWith('--'))
    for (const word of tokens.slice(0, -1)) {
      const path = word.replace(/^\.?\//, '').replace(/\/$/, '')
      if (path !== '' && path !== '.' && /^[\w@./-]+$/.test(path) && !path.includes('..')) found.add(path)
    }
  }
  return [...found]
}

function exists(repository: Repository, path: string): boolean {
  return repository.has(path) || repository.filesBelow(path).length > 0
}
