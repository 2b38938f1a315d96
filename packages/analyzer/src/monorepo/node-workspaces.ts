/** npm, pnpm, yarn, and bun workspaces, lerna, and Nx repositories with a single manifest. */
import { type Source, source } from '../claim.ts'
import { Folder } from '../folder.ts'
import type { Workspace } from '../languages/language.ts'
import { readPackageManager } from '../languages/node/package-manager.ts'
import { lineOf, lineOfKey } from '../lines.ts'
import type { Scope } from '../scope.ts'
import { at, textAt, textsAt } from '../values.ts'
import { byName, foldersWith, memberFolders } from './members.ts'

interface Declared {
  readonly patterns: readonly string[]
  readonly source: Source
}

export async function readNodeWorkspace(scope: Scope, root: string): Promise<Workspace | null> {
  const folder = new Folder(scope.repository, root)
  const declared = (await fromPnpm(folder)) ?? (await fromManifest(folder)) ?? (await fromLerna(folder))
  const integrated = folder.has('nx.json') ? foldersWith(scope.repository, root, 'project.json') : []
  const packages =
    declared === null
      ? []
      : memberFolders(scope.repository, root, { manifest: 'package.json', patterns: declared.patterns })
  const folders = [...new Set([...packages, ...integrated])].sort()
  if (folders.length === 0) return null
  const names = await namesOf(scope, folders)
  const manager = await readPackageManager(folder, null)
  const runners = ['turbo', 'nx', 'lerna'].filter((name) => folder.has(`${name}.json`))
  const sources = [
    ...(declared === null ? [] : [declared.source]),
    ...runners.map((name) => source(folder.full(`${name}.json`), null, `${name} runs the tasks of the packages`)),
  ]
  return {
    root,
    language: 'node',
    tool: manager.name,
    runners,
    members: byName(folders, (path) => names.get(path) ?? null),
    folders: new Set(folders),
    sources,
  }
}

async function fromPnpm(folder: Folder): Promise<Declared | null> {
  const file = 'pnpm-workspace.yaml'
  const patterns = textsAt(await folder.document(file), 'packages')
  if (patterns.length === 0) return null
  return {
    patterns,
    source: source(
      folder.full(file),
      lineOf((await folder.text(file)) ?? '', 'packages'),
      `packages: ${patterns.join(', ')}`,
    ),
  }
}

async function fromManifest(folder: Folder): Promise<Declared | null> {
  const manifest = await folder.document('package.json')
  const list = textsAt(manifest, 'workspaces')
  const patterns = list.length > 0 ? list : textsAt(manifest, 'workspaces', 'packages')
  if (patterns.length === 0) return null
  const line = lineOfKey((await folder.text('package.json')) ?? '', 'workspaces')
  return { patterns, source: source(folder.full('package.json'), line, `workspaces: ${patterns.join(', ')}`) }
}

async function fromLerna(folder: Folder): Promise<Declared | null> {
  if (!folder.has('lerna.json')) return null
  const stated = textsAt(await folder.document('lerna.json'), 'packages')
  const patterns = stated.length > 0 ? stated : ['packages/*']
  return { patterns, source: source(folder.full('lerna.json'), null, `packages: ${patterns.join(', ')}`) }
}

async function namesOf(scope: Scope, folders: readonly string[]): Promise<Map<string, string>> {
  const { repository } = scope
  await repository.texts(folders.flatMap((path) => [`${path}/package.json`, `${path}/project.json`]))
  const names = new Map<string, string>()
  for (const path of folders) {
    const own = textAt(await repository.document(`${path}/package.json`), 'name')
    const project = repository.has(`${path}/project.json`)
      ? at(await repository.document(`${path}/project.json`), 'name')
      : null
    const name = own ?? (typeof project === 'string' ? project : null)
    if (name !== null) names.set(path, name)
  }
  return names
}
