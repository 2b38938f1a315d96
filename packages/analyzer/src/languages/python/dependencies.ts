/** Reads the dependencies of a Python project from any of its files. Names are in PyPI's normalized form. */

import { parseTomlText } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { isRecord, recordAt, textsAt } from '../../values.ts'
import { type CodeFile, codeFile, readFile } from '../code/code-file.ts'
import { folderOf, joinPath } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'

export interface PythonDependencies {
  readonly all: Dependencies
  /** Extras, such as `fastapi[standard]`. */
  readonly extras: ReadonlySet<string>
  /** The requirements file to install, if there is one. */
  readonly requirements: string | null
  /** The parsed file; `{}` if it is missing or broken. */
  readonly pyproject: Record<string, unknown>
  readonly pipfile: Record<string, unknown>
}

const requirementFiles = [
  'requirements.txt', 'requirements/production.txt', 'requirements/prod.txt', 'requirements/base.txt', 'requirements/requirements.txt',
  'requirements-prod.txt', 'requirements_prod.txt', 'requirements/main.txt', 'requirements.in',
] // biome-ignore format: one list
const maxIncludes = 8

interface Found {
  readonly all: Dependencies
  readonly extras: Set<string>
}

export async function readDependencies(folder: Folder): Promise<PythonDependencies> {
  const found: Found = { all: new Map(), extras: new Set() }
  const requirements = requirementFiles.find((name) => folder.has(name)) ?? null
  if (requirements !== null) await addRequirements(folder, requirements, found, new Set())
  const pyproject = await readToml(folder, 'pyproject.toml')
  const pipfile = await readToml(folder, 'Pipfile')
  if (pyproject !== null) addPyproject(pyproject, found)
  if (pipfile !== null) addTable(pipfile.code, recordAt(pipfile.value, 'packages'), found)
  await addSetup(folder, found)
  return { ...found, requirements, pyproject: pyproject?.value ?? {}, pipfile: pipfile?.value ?? {} }
}

interface Toml {
  readonly code: CodeFile
  readonly value: Record<string, unknown>
}

async function readToml(folder: Folder, name: string): Promise<Toml | null> {
  const text = await folder.text(name)
  if (text === null) return null
  const { value } = parseTomlText(text)
  return { code: codeFile(folder, name, text), value: isRecord(value) ? value : {} }
}

async function addRequirements(folder: Folder, name: string, found: Found, seen: Set<string>): Promise<void> {
  if (seen.has(name) || seen.size >= maxIncludes) return
  seen.add(name)
  const code = await readFile(folder, name)
  if (code === null) return
  for (const [index, line] of code.lines.entries()) {
    const included = /^[ \t]*(?:-r|--requirement)[ \t=]{1,5}([\w./-]{1,200})/.exec(line)?.[1]
    const path = included === undefined ? null : joinPath(folderOf(name), included)
    if (path !== null) await addRequirements(folder, path, found, seen)
    else addRequirement(line, { code, line: index + 1, found })
  }
}

/** One requirement in pip's format: `name[extra]>=1 ; marker`. */
function addRequirement(text: string, at: { code: CodeFile; line: number | null; found: Found }): void {
  const match = /^[ \t]*([A-Za-z0-9][\w.-]{0,100})[ \t]*(?:\[([\w ,.-]{0,100})\])?[ \t]*([=<>~!@][^;#]{0,100})?/.exec(
    text,
  )
  const name = match?.[1]
  if (name === undefined) return
  add(name, match?.[3]?.trim() ?? null, at)
  for (const extra of (match?.[2] ?? '').split(',')) {
    if (extra.trim() !== '') addExtra(name, extra.trim(), at)
  }
}

function add(name: string, version: string | null, at: { code: CodeFile; line: number | null; found: Found }): void {
  const key = normalize(name)
  if (at.found.all.has(key)) return
  at.found.all.set(key, { version, file: at.code.folder.full(at.code.file), line: at.line })
}

/** An extra is its own dependency: `celery[redis]` needs Redis. */
function addExtra(name: string, extra: string, at: { code: CodeFile; line: number | null; found: Found }): void {
  const key = `${normalize(name)}[${extra.toLowerCase()}]`
  at.found.extras.add(key)
  at.found.all.set(key, { version: null, file: at.code.folder.full(at.code.file), line: at.line })
}

export function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

function addPyproject({ code, value }: Toml, found: Found): void {
  for (const text of textsAt(value, 'project', 'dependencies')) {
    addRequirement(text, { code, line: lineWith(code, /^[\w.-]{1,100}/.exec(text)?.[0] ?? text), found })
  }
  addTable(code, recordAt(value, 'tool', 'poetry', 'dependencies'), found)
  addTable(code, recordAt(value, 'tool', 'poetry', 'group', 'main', 'dependencies'), found)
}

function addTable(code: CodeFile, table: Record<string, unknown>, found: Found): void {
  for (const [name, value] of Object.entries(table)) {
    if (name === 'python') continue
    const at = { code, line: lineWith(code, name), found }
    const version = typeof value === 'string' ? value : null
    add(name, version, at)
    for (const extra of isRecord(value) ? textsAt(value, 'extras') : []) {
      addExtra(name, extra, at)
    }
  }
}

/** The line of a package in a TOML file: quoted, or the key of a table. */
function lineWith(code: CodeFile, name: string): number | null {
  const index = code.lines.findIndex((line) => {
    if (line.startsWith(name)) return /^[ \t]*=/.test(line.slice(name.length))
    return ['"', "'"].some((quote) => {
      const from = line.indexOf(quote + name)
      return from !== -1 && !/^[\w.-]/.test(line.slice(from + name.length + 1))
    })
  })
  return index === -1 ? null : index + 1
}

/** Reads `install_requires` of setup.py (a list of strings) and setup.cfg (indented lines). */
async function addSetup(folder: Folder, found: Found): Promise<void> {
  const script = await readFile(folder, 'setup.py')
  const from = script?.lines.findIndex((line) => line.includes('install_requires')) ?? -1
  if (script !== null && from !== -1) {
    for (const [index, line] of script.lines.slice(from, from + 200).entries()) {
      for (const [, text] of line.matchAll(/["']([A-Za-z0-9][^"']{0,150})["']/g)) {
        addRequirement(text ?? '', { code: script, line: from + index + 1, found })
      }
      if (line.includes(']')) break
    }
  }
  const config = await readFile(folder, 'setup.cfg')
  const start = config?.lines.findIndex((line) => /^install_requires[ \t]*=/.test(line)) ?? -1
  if (config === null || start === -1) return
  for (const [index, line] of config.lines.slice(start + 1).entries()) {
    if (!/^[ \t]/.test(line)) break
    addRequirement(line, { code: config, line: start + index + 2, found })
  }
}
