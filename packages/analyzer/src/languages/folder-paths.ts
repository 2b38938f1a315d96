/** Functions for folder paths in a repository. */
import { Folder } from '../folder.ts'

/** The folders above, nearest first; the repository root is the last. */
export function ancestors(folder: Folder): Folder[] {
  const above: Folder[] = []
  let path = folder.path
  while (path !== '.') {
    const cut = path.lastIndexOf('/')
    path = cut === -1 ? '.' : path.slice(0, cut)
    above.push(new Folder(folder.repository, path))
  }
  return above
}

/** `packages/api` from `packages` is `api`; from itself it is `.`. */
export function relativeTo(base: string, path: string): string {
  if (base === path) return '.'
  return base === '.' ? path : path.slice(base.length + 1)
}

/** Joins and resolves `..`; null if it leaves the repository. */
export function joinPath(base: string, relative: string): string | null {
  const parts = base === '.' ? [] : base.split('/')
  for (const part of relative.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? '.' : parts.join('/')
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut === -1 ? '.' : path.slice(0, cut)
}

/** Files directly in the folder. */
export function ownFiles(folder: Folder): string[] {
  return folder.files().filter((file) => !file.includes('/'))
}
