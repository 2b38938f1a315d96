/** Workspaces of Cargo, Go, and uv. */
import { source } from '../claim.ts'
import { Folder } from '../folder.ts'
import { baseName, joinPath } from '../languages/folder-paths.ts'
import type { Workspace } from '../languages/language.ts'
import { lineOf } from '../lines.ts'
import type { Scope } from '../scope.ts'
import { textAt, textsAt } from '../values.ts'
import { byName, memberFolders } from './members.ts'

interface Kind {
  readonly language: string
  readonly tool: string
  readonly manifest: string
  readonly table: readonly string[]
  readonly name: readonly string[]
}

export function readCargoWorkspace(scope: Scope, root: string): Promise<Workspace | null> {
  const kind = {
    language: 'rust',
    tool: 'cargo',
    manifest: 'Cargo.toml',
    table: ['workspace'],
    name: ['package', 'name'],
  }
  return fromToml(scope, root, kind)
}

export function readUvWorkspace(scope: Scope, root: string): Promise<Workspace | null> {
  const table = ['tool', 'uv', 'workspace']
  return fromToml(scope, root, {
    language: 'python',
    tool: 'uv',
    manifest: 'pyproject.toml',
    table,
    name: ['project', 'name'],
  })
}

async function fromToml(scope: Scope, root: string, kind: Kind): Promise<Workspace | null> {
  const folder = new Folder(scope.repository, root)
  const document = await folder.document(kind.manifest)
  const patterns = textsAt(document, ...kind.table, 'members')
  if (patterns.length === 0) return null
  const excluded = textsAt(document, ...kind.table, 'exclude').map((pattern) => `!${pattern}`)
  const folders = memberFolders(scope.repository, root, {
    manifest: kind.manifest,
    patterns: [...patterns, ...excluded],
  })
  const names = new Map<string, string | null>()
  for (const path of folders)
    names.set(path, textAt(await scope.repository.document(`${path}/${kind.manifest}`), ...kind.name))
  const line = lineOf((await folder.text(kind.manifest)) ?? '', 'members')
  return {
    root,
    language: kind.language,
    tool: kind.tool,
    runners: [],
    members: byName(folders, (path) => names.get(path) ?? null),
    folders: new Set(folders),
    sources: [source(folder.full(kind.manifest), line, `members: ${patterns.join(', ')}`)],
  }
}

export async function readGoWorkspace(scope: Scope, root: string): Promise<Workspace | null> {
  const folder = new Folder(scope.repository, root)
  const text = (await folder.text('go.work')) ?? ''
  const used = usedIn(text).flatMap((place) => joinPath(root, place) ?? [])
  const folders = used.filter((path) => scope.repository.has(path === '.' ? 'go.mod' : `${path}/go.mod`)).slice(0, 500)
  if (folders.length === 0) return null
  return {
    root,
    language: 'go',
    tool: 'go',
    runners: [],
    members: byName(folders, baseName),
    folders: new Set(folders),
    sources: [source(folder.full('go.work'), lineOf(text, 'use'), `use ${folders.join(' ')}`)],
  }
}

/** Matches `use ./a` and `use ( … )`. */
function usedIn(text: string): string[] {
  const used: string[] = []
  let isOpen = false
  for (const raw of text.split('\n')) {
    const line = (raw.split('//')[0] ?? '').trim()
    if (isOpen && line === ')') isOpen = false
    else if (isOpen && line !== '') used.push(line)
    else if (line.startsWith('use') && line.endsWith('(')) isOpen = true
    else if (line.startsWith('use ')) used.push(line.slice(4).trim())
  }
  return used.map((place) => place.replaceAll('"', ''))
}
