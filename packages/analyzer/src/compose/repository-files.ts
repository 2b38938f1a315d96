/** Finds what a relative path of a compose file means: a text file of the repository, a folder with some, or nothing. */
import { maxFileLength, maxFilesLength } from '../container.schemas.ts'
import { nameOf } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'

export interface SourceFile {
  /** Path from the repository root. */
  readonly path: string
  readonly mode: '0644' | '0755'
  /** Characters of the text in JSON, in which deployments keep it. */
  readonly length: number
}

export type FoundSource =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'folder'; readonly files: readonly SourceFile[] }
  | { readonly kind: 'absent' }
  /** `why` says what to do instead. */
  | { readonly kind: 'refused'; readonly why: string }

export type FindSource = (path: string) => Promise<FoundSource>

const maxFilesOfFolder = 50
/** Files that only make Git keep a folder. */
const placeholder = /^\.(?:gitkeep|gitignore|keep|placeholder)$/

/** Each path is looked up once. */
export function createFindSource(repository: Repository): FindSource {
  const known = new Map<string, Promise<FoundSource>>()
  return (path) => {
    const found = known.get(path) ?? findSource(repository, path)
    known.set(path, found)
    return found
  }
}

/** Loads all files at once, because a source on another machine responds much faster to one request than to many. */
export async function loadSources(repository: Repository, paths: readonly string[]): Promise<void> {
  const files = [...new Set(paths)].flatMap((path) => {
    if (repository.has(path)) return [path]
    const inside = filesOf(repository, path)
    return inside.length > maxFilesOfFolder ? [] : inside
  })
  await repository.texts(files.slice(0, 2 * maxFilesOfFolder))
}

async function findSource(repository: Repository, path: string): Promise<FoundSource> {
  if (repository.isLinked(path))
    return { kind: 'refused', why: 'Links and submodules aren’t followed. Add the file itself to the repository.' }
  if (repository.has(path)) {
    const found = await readFile(repository, path)
    return typeof found === 'string' ? { kind: 'refused', why: found } : { kind: 'file', file: found }
  }
  const paths = filesOf(repository, path)
  if (paths.length === 0) return { kind: 'absent' }
  if (repository.linksBelow(path).length > 0)
    return { kind: 'refused', why: 'The directory contains links. Copy it into the image in the Dockerfile.' }
  if (paths.length > maxFilesOfFolder)
    return { kind: 'refused', why: `The directory has more than ${maxFilesOfFolder} files. ${copyIt}` }
  await repository.texts(paths)
  const found = await Promise.all(paths.map((each) => readFile(repository, each)))
  const files = found.flatMap((each) => (typeof each === 'string' ? [] : [each]))
  const refused = found.find((each) => typeof each === 'string')
  if (refused !== undefined) return { kind: 'refused', why: refused }
  if (files.reduce((sum, { length }) => sum + length, 0) > maxFilesLength)
    return { kind: 'refused', why: `The directory is larger than 96 KB. ${copyIt}` }
  return { kind: 'folder', files }
}

/** Files of a folder; none if they only keep it in Git. */
function filesOf(repository: Repository, path: string): readonly string[] {
  const paths = repository.filesBelow(path)
  return paths.length <= 2 && paths.every((each) => placeholder.test(nameOf(each))) ? [] : paths
}

const copyIt = 'Copy it into the image in the Dockerfile, or keep data in a named volume.'

/** The reason if the file can't be placed. */
async function readFile(repository: Repository, path: string): Promise<SourceFile | string> {
  const text = await repository.text(path)
  const name = nameOf(path).slice(0, 80)
  if (text === null || /[\0\ufffd]/.test(text)) return `${name} isn’t a text file. ${copyIt}`
  const { length } = JSON.stringify(text)
  if (length > maxFileLength) return `${name} is larger than 64 KB. ${copyIt}`
  // Without a flag, a script is recognized by its first line.
  const isExecutable = repository.isExecutable(path) ?? text.startsWith('#!')
  return { path, mode: isExecutable ? '0755' : '0644', length }
}
