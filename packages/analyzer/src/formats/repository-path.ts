/** Resolves a path in a file of the repository from the repository root; null if it leaves it. `.` is the root. */
export function resolvePath(folder: string, path: string): string | null {
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path)) return null
  const parts = folder === '.' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? '.' : parts.join('/')
}

export function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end === -1 ? '.' : path.slice(0, end)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function joinPath(folder: string, name: string): string {
  if (folder === '.') return name
  return name === '.' ? folder : `${folder}/${name}`
}
