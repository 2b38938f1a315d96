/**
 * Finds paths that a page names in code but the tree doesn't have. Inside a path, `*` and `NAME` stand for any part of one folder
 * or file name; at least one file must match. Outside the guides for contributors, pages show paths of the reader's repository too,
 * so only paths in our own applications, packages, and tools are checked there.
 */
import type { SourceFile } from '../source-files.ts'

const roots = ['apps', 'packages', 'e2e', 'bench', 'tools', 'docs', 'bin', 'deploy']
/** These folders are named relative to the server's sources. */
const serverFolders = ['modules', 'platform', 'wiring']
const pathStart = new RegExp(`^(${[...roots, ...serverFolders].join('|')})/`)

const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md']

export interface NamedPath {
  readonly line: number
  readonly path: string
}

/** Reads paths in `code`, and at the beginning of lines in fenced blocks, such as the lines of a tree. */
export function readNamedPaths({ text }: Pick<SourceFile, 'text'>): NamedPath[] {
  let isFenced = false
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) {
      isFenced = !isFenced
      return []
    }
    return (isFenced ? [firstWord(line)] : codeWords(line))
      .filter((word) => pathStart.test(word))
      .map((path) => ({ line: index + 1, path }))
  })
}

export function findMissingPaths(pages: readonly SourceFile[], files: Iterable<string>): string[] {
  const known = [...files]
  const folders = new Set(known.map(topFolder))
  return pages.flatMap((page) =>
    readNamedPaths(page)
      .filter(({ path }) => guides.includes(page.path) || folders.has(topFolder(path)))
      .filter(({ path }) => !known.some((file) => toPattern(path).test(file)))
      .map(({ line, path }) => `${page.path}:${line}: ${path} doesn't exist`),
  )
}

/** `apps/server` of `apps/server/src/main.ts`, `tools` of `tools/ci.ts`. */
function topFolder(path: string): string {
  const [first = '', second = ''] = path.split('/')
  if (serverFolders.includes(first)) return 'apps/server'
  return first === 'apps' || first === 'packages' ? `${first}/${second}` : first
}

/** Matches the file, or any file in the folder. */
function toPattern(path: string): RegExp {
  const isInServer = serverFolders.includes(path.split('/')[0] ?? '')
  const full = `${isInServer ? 'apps/server/src/' : ''}${path.replace(/\/$/, '')}`
  const pattern = full.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*|\bNAME\b/g, '[^/]+')
  return new RegExp(`^${pattern}(/|$)`)
}

function firstWord(line: string): string {
  return line.trim().split(/\s/)[0] ?? ''
}

/** Splits `code` into words, because commands name paths too: `node tools/demo.ts`. */
function codeWords(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[\s,;]+/))
}
