/** The programs of a module: every `main` package, sorted into servers, workers, and tools. */
import type { Folder } from '../../folder.ts'
import { type CodeFile, codeFile, isAside } from '../code/code-file.ts'
import { baseName, folderOf } from '../folder-paths.ts'

export interface Program {
  /** Name of the binary. */
  readonly name: string
  /** Argument for `go build`: `.`, `./cmd/server`. */
  readonly package: string
  readonly code: readonly CodeFile[]
}

const maxFiles = 400
const tools =
  /^(?:tools?|scripts?|hack|internal|gen|generate|generator|mage|magefiles|dev|playground|benchmark|assets|contrib|plugins?|misc)$/

/** Nested modules are analyzed separately. */
export async function readGoFiles(folder: Folder): Promise<CodeFile[]> {
  const files = folder.files()
  const modules = files.filter((file) => file.endsWith('/go.mod')).map((file) => `${folderOf(file)}/`)
  const own = files.filter(
    (file) =>
      file.endsWith('.go') &&
      !file.endsWith('_test.go') &&
      !isAside(file) &&
      !modules.some((prefix) => file.startsWith(prefix)),
  )
  const depth = (file: string) => file.split('/').length
  const chosen = own
    .toSorted((a, b) => order(a) - order(b) || depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, maxFiles)
  const texts = await folder.repository.texts(chosen.map((file) => folder.full(file)))
  return chosen.flatMap((file, index) => {
    const text = texts[index]
    return text === undefined || text === null ? [] : [codeFile(folder, file, text)]
  })
}

/** Common folders of programs and servers come first. */
function order(file: string): number {
  return !file.includes('/') || file.startsWith('cmd/') || /(?:^|\/)main\.go$/.test(file) ? 0 : 1
}

export function findPrograms(code: readonly CodeFile[], modulePath: string): Program[] {
  const mains = code.filter(
    (file) =>
      isMain(file) &&
      !file.file
        .split('/')
        .slice(0, -1)
        .some((part) => tools.test(part)),
  )
  const folders = [...new Set(mains.map((file) => folderOf(file.file)))]
  return folders.map((place) => ({
    name: place === '.' ? moduleName(modulePath) : nameOf(place, modulePath),
    package: place === '.' ? '.' : `./${place}`,
    code: code.filter((file) => folderOf(file.file) === place),
  }))
}

function isMain(code: CodeFile): boolean {
  const hasMain = code.lines.some((line) => /^func main\(\)/.test(line))
  const isIgnored = code.lines
    .slice(0, 10)
    .some((line) => /^\/\/(?:go:build|[ \t]*\+build)[ \t]+(?:ignore|tools|mage|wasm|js)\b/.test(line))
  return hasMain && !isIgnored && code.lines.some((line) => /^package main\b/.test(line))
}

/** `github.com/you/shop/v2` → `shop` */
function moduleName(path: string): string {
  const name = baseName(path.replace(/\/v\d{1,3}$/, ''))
  return /^[\w.-]+$/.test(name) ? name : 'app'
}

function nameOf(place: string, modulePath: string): string {
  const name = baseName(place)
  return name === 'cmd' || name === 'src' ? moduleName(modulePath) : name
}
