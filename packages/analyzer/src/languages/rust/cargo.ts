/** Reads Cargo.toml of a package, and of its workspace. */

import { parseTomlText } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { at, isRecord, listAt, recordAt, textAt, textsAt } from '../../values.ts'
import { type CodeFile, codeFile } from '../code/code-file.ts'
import { ancestors, baseName, joinPath } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'

export interface Manifest {
  readonly folder: Folder
  readonly code: CodeFile
  readonly value: Record<string, unknown>
}

export interface Binary {
  readonly name: string
  /** Path relative to the package. */
  readonly file: string
}

export async function readManifest(folder: Folder): Promise<Manifest | null> {
  const text = await folder.text('Cargo.toml')
  if (text === null) return null
  const { value } = parseTomlText(text)
  return isRecord(value) ? { folder, code: codeFile(folder, 'Cargo.toml', text), value } : null
}

/** The nearest Cargo.toml above (or here) with a `[workspace]`. */
export async function readWorkspaceManifest(folder: Folder): Promise<Manifest | null> {
  for (const place of [folder, ...ancestors(folder)]) {
    const manifest = await readManifest(place)
    if (manifest !== null && at(manifest.value, 'workspace') !== undefined) return manifest
  }
  return null
}

export function binariesOf({ folder, value }: Manifest): Binary[] {
  const name = textAt(value, 'package', 'name') ?? 'app'
  const found = new Map<string, string>()
  for (const entry of listAt(value, 'bin')) {
    const own = textAt(entry, 'name') ?? name
    found.set(own, textAt(entry, 'path') ?? (folder.has(`src/bin/${own}.rs`) ? `src/bin/${own}.rs` : 'src/main.rs'))
  }
  if (folder.has('src/main.rs') && ![...found.values()].includes('src/main.rs')) found.set(name, 'src/main.rs')
  for (const file of folder.files()) {
    const own = /^src\/bin\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(file)?.[1]
    if (own !== undefined && ![...found.values()].includes(file)) found.set(own, file)
  }
  return [...found].map(([own, file]) => ({ name: own, file })).filter((binary) => /^[\w-]+$/.test(binary.name))
}

/** Resolves `workspace = true` to the version of the workspace. */
export function dependenciesOf(manifest: Manifest, workspace: Manifest | null): { all: Dependencies; paths: string[] } {
  const all: Dependencies = new Map()
  const paths: string[] = []
  const shared = recordAt(workspace?.value, 'workspace', 'dependencies')
  for (const [name, value] of Object.entries(recordAt(manifest.value, 'dependencies'))) {
    const isShared = at(value, 'workspace') === true
    const entry = isShared ? shared[name] : value
    const version = typeof entry === 'string' ? entry : textAt(entry, 'version')
    const package_ = textAt(entry, 'package') ?? name
    all.set(package_, { version, file: manifest.folder.full('Cargo.toml'), line: lineOfKey(manifest.code, name) })
    const place = { version: null, file: manifest.folder.full('Cargo.toml'), line: lineOfKey(manifest.code, name) }
    for (const feature of [...textsAt(value, 'features'), ...textsAt(entry, 'features')])
      all.set(`${package_}/${feature}`, place)
    const path = textAt(entry, 'path')
    const base = isShared ? (workspace?.folder.path ?? '.') : manifest.folder.path
    const target = path === null ? null : joinPath(base, path)
    if (target !== null) paths.push(target)
  }
  return { all, paths }
}

export function lineOfKey(code: CodeFile, key: string): number | null {
  const index = code.lines.findIndex((line) => {
    const text = line.trimStart()
    return (
      (text.startsWith(key) && /^[ \t]*[=.]/.test(text.slice(key.length))) ||
      text.startsWith(`"${key}"`) ||
      text === `[dependencies.${key}]`
    )
  })
  return index === -1 ? null : index + 1
}

/** Folders of the workspace that a package needs, directly or indirectly, including itself. */
export async function neededPackages(manifest: Manifest, workspace: Manifest | null): Promise<Manifest[]> {
  const found = new Map<string, Manifest>([[manifest.folder.path, manifest]])
  const queue = [manifest]
  while (queue.length > 0 && found.size < 60) {
    const next = queue.shift()
    if (next === undefined) break
    for (const path of dependenciesOf(next, workspace).paths) {
      if (found.has(path)) continue
      const other = await readManifest(
        manifest.folder.folder('.').path === path ? manifest.folder : folderAt(manifest.folder, path),
      )
      if (other === null) continue
      found.set(path, other)
      queue.push(other)
    }
  }
  return [...found.values()]
}

function folderAt(any: Folder, path: string): Folder {
  const root = ancestors(any).at(-1) ?? any
  return root.path === '.' && path !== '.' ? root.folder(path) : root
}

export function packageName(manifest: Manifest): string {
  return textAt(manifest.value, 'package', 'name') ?? baseName(manifest.folder.path)
}
