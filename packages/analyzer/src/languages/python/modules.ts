/** Maps a file to its Python module name, and to the folder that must be on the path. */
import type { CodeFile } from '../code/code-file.ts'
import { folderOf } from '../folder-paths.ts'

export interface Module {
  /** For example `app.main`. */
  readonly name: string
  /** Working directory relative to the app's folder; `.` is the app's own. */
  readonly from: string
}

export function moduleOf(code: CodeFile): Module {
  const parts = code.file.replace(/\.py$/, '').split('/')
  if (parts.at(-1) === '__init__') parts.pop()
  const depth = importDepth(code, parts)
  return { name: parts.slice(depth).join('.'), from: depth === 0 ? '.' : parts.slice(0, depth).join('/') }
}

/** Number of leading folders that aren't part of the name. The imports of the file decide, or else the layout. */
function importDepth(code: CodeFile, parts: readonly string[]): number {
  const folders = code.file.split('/').slice(0, -1)
  if (folders.length === 0) return 0
  const imported = importedNames(code)
  const named = folders.findIndex((folder) => imported.includes(folder))
  if (named !== -1) return named
  const relative = imported.includes('.')
  const base = folderOf(code.file)
  const siblings = imported.some(
    (name) =>
      code.folder.has(`${base}/${name}.py`) ||
      code.folder.has(`${base}/${name}/__init__.py`) ||
      hasPython(code, `${base}/${name}`),
  )
  if (siblings && !relative && !code.folder.has(`${base}/__init__.py`)) return folders.length
  if (folders[0] !== 'src' || code.folder.has('src/__init__.py')) return 0
  return Math.min(1, parts.length - 1)
}

function hasPython(code: CodeFile, folder: string): boolean {
  return code.folder.repository.filesBelow(code.folder.full(folder)).some((file) => file.endsWith('.py'))
}

/** First parts of imported names; `.` for relative imports. */
function importedNames(code: CodeFile): string[] {
  return code.lines.flatMap((line) => {
    const match = /^[ \t]*(?:from|import)[ \t]+(\.|\w{1,80})/.exec(line)
    return match?.[1] === undefined ? [] : [match[1]]
  })
}
