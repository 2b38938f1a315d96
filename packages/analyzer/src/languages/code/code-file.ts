/** Source files of a folder, read in one go and cut into lines. What is test, example or somebody else's code is left out. */
import type { Source } from '../../claim.ts'
import { source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'

export interface CodeFile {
  readonly folder: Folder
  /** Relative to the folder. */
  readonly file: string
  readonly lines: readonly string[]
}

export interface Hit {
  readonly code: CodeFile
  /** From 1. */
  readonly line: number
  readonly match: RegExpExecArray
}

const maxFiles = 150
const maxLines = 5_000
const maxLineLength = 400

const aside =
  /^(?:tests?|specs?|__tests__|testing|testdata|test_.*|fixtures?|e2e|examples?|samples?|demos?|docs?|documentation|benchmarks?|benches|node_modules|vendor|third_party|\.?venv|env|site-packages|dist|out|target|bower_components|_build|deps|\..*)$/i

/** Below here folders are names of packages: `com/example` is no example. */
const packageRoots = /(?:^|\/)(?:main\/(?:java|kotlin|groovy|scala)|src\/(?:com|org|net|io|dev))\//

/** Whether a path (relative to an app's folder) lies among tests, examples or foreign code. */
export function isAside(file: string): boolean {
  const at = packageRoots.exec(file)
  const parts = (at === null ? file : file.slice(0, at.index + at[0].length)).split('/')
  return parts.slice(0, -1).some((part) => aside.test(part))
}

/** Files nearest to the folder come first, and only so many: what starts a program is seldom deep. */
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

/** The first line that matches, file by file. */
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

/** Without words of its own, evidence shows the line itself. */
export function sourceAt(code: CodeFile, line: number, what?: string): Source {
  return source(code.folder.full(code.file), line, what ?? (code.lines[line - 1] ?? '').trim())
}

/** In the languages that are read here; `*` and `%` stand for the inside of a block comment and for Erlang's. */
function isComment(line: string): boolean {
  return /^[ \t]*(?:#(?!\[|!)|\/\/|\*|--|;)/.test(line)
}
