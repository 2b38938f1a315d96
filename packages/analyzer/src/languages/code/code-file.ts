/** Source files of a folder, read at once and split into lines. Tests, examples, and third-party code are omitted. */
import type { Source } from '../../claim.ts'
import { source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'

export interface CodeFile {
  readonly folder: Folder
  /** Path relative to the folder. */
  readonly file: string
  readonly lines: readonly string[]
}

export interface Hit {
  readonly code: CodeFile
  /** Line number, starting at 1. */
  readonly line: number
  readonly match: RegExpExecArray
}

const maxFiles = 150
const maxLines = 5_000
const maxLineLength = 400

const aside =
  /^(?:tests?|specs?|__tests__|testing|testdata|test_.*|fixtures?|e2e|examples?|samples?|demos?|docs?|documentation|benchmarks?|benches|node_modules|vendor|third_party|\.?venv|env|site-packages|dist|out|target|bower_components|_build|deps|\..*)$/i

/** Below these, folders are package names: `com/example` isn't an example. */
const packageRoots = /(?:^|\/)(?:main\/(?:java|kotlin|groovy|scala)|src\/(?:com|org|net|io|dev))\//

/** True for a path (relative to the folder of an app) among tests, examples, or third-party code. */
export function isAside(file: string): boolean {
  const at = packageRoots.exec(file)
  const parts = (at === null ? file : file.slice(0, at.index + at[0].length)).split('/')
  return parts.slice(0, -1).some((part) => aside.test(part))
}

/** Files closest to the folder come first, up to a limit: entry points are rarely deep. */
export async function readCode(
  folder: Folder,
  isWanted: (file: string) => boolean,
  limit = maxFiles,
): Promise<CodeFile[]> {
  const wanted = folder.files().filter((file) => isWanted(file) && !isAside(file))
  const chosen = wanted.map((file) => ({ file, depth: file.split('/').length }))
  chosen.sort((a, b) => a.depth - b.depth || (a.file < b.file ? -1 : 1))
  return await readFiles(
    folder,
    chosen.slice(0, limit).map(({ file }) => file),
  )
}

export async function readFiles(folder: Folder, files: readonly string[]): Promise<CodeFile[]> {
  const present = files.filter((file) => folder.has(file))
  const texts = await folder.repository.texts(present.map((file) => folder.full(file)))
  return present.flatMap((file, index) => {
    const text = texts[index]
    return text === undefined || text === null ? [] : [codeFile(folder, file, text)]
  })
}

export async function readFile(folder: Folder, file: string): Promise<CodeFile | null> {
  const [code] = await readFiles(folder, [file])
  return code ?? null
}

export function codeFile(folder: Folder, file: string, text: string): CodeFile {
  const lines = text.split('\n', maxLines).map((line) => line.slice(0, maxLineLength).replace(/\r$/, ''))
  return { folder, file, lines }
}

/** Returns the first matching line, file by file. */
export function findLine(files: readonly CodeFile[], pattern: RegExp): Hit | null {
  for (const code of files) {
    for (const [index, text] of code.lines.entries()) {
      const match = isComment(text) ? null : pattern.exec(text)
      if (match !== null) return { code, line: index + 1, match }
    }
  }
  return null
}

export function findLines(files: readonly CodeFile[], pattern: RegExp, limit = 50): Hit[] {
  const hits: Hit[] = []
  for (const code of files) {
    for (const [index, text] of code.lines.entries()) {
      const match = isComment(text) ? null : pattern.exec(text)
      if (match !== null && hits.push({ code, line: index + 1, match }) >= limit) return hits
    }
  }
  return hits
}

export function sourceOf(hit: Hit, what?: string): Source {
  return sourceAt(hit.code, hit.line, what)
}

/** Without a description, the evidence shows the line itself. */
export function sourceAt(code: CodeFile, line: number, what?: string): Source {
  return source(code.folder.full(code.file), line, what ?? (code.lines[line - 1] ?? '').trim())
}

/** Comments of the supported languages; `*` is the inside of a block comment, and `%` is for Erlang. */
function isComment(line: string): boolean {
  return /^[ \t]*(?:#(?!\[|!)|\/\/|\*|--|;)/.test(line)
}
