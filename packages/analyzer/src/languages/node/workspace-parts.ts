/**
 * For a member of a workspace: finds the other members that it is built with, and the command that builds them in
 * order.
 */
import { Folder } from '../../folder.ts'
import { relativeTo } from '../folder-paths.ts'
import type { Workspace } from '../language.ts'
import type { Dependencies } from '../make-app.ts'
import type { NodeContext } from './context.ts'
import { isImported } from './frameworks/servers.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { runProgram } from './package-manager.ts'

const maxUsed = 60

export interface Used {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
}

/** Direct and indirect dependencies of this member; each comes after its own dependencies. */
export async function usedMembers(manifest: Manifest, workspace: Workspace | null): Promise<Used[]> {
  if (workspace === null) return []
  const found = new Map<string, Used>()
  const open = new Set([manifest.folder.path])
  await visit(manifest, workspace, { found, open })
  return [...found.values()]
}

interface Walk {
  readonly found: Map<string, Used>
  readonly open: Set<string>
}

async function visit(manifest: Manifest, workspace: Workspace, { found, open }: Walk): Promise<void> {
  for (const name of [...manifest.dependencies.keys(), ...manifest.development.keys()]) {
    const folder = workspace.members.get(name)
    if (folder === undefined || open.has(folder) || open.size > maxUsed) continue
    open.add(folder)
    const inner = await readManifest(new Folder(manifest.folder.repository, folder))
    if (inner === null) continue
    await visit(inner, workspace, { found, open })
    found.set(folder, { name, folder, manifest: inner })
  }
}

const maxUnused = 40

/** Members that the app neither depends on nor imports, as paths from the workspace root: other apps, and tools. */
export async function unusedMembers(context: NodeContext, used: readonly Used[]): Promise<string[]> {
  const { workspace, folder, manifest } = context
  if (workspace === null || manifest.builtAt !== null || folder.path === workspace.root) return []
  const code = await context.code()
  const kept = [folder.path, ...used.map((member) => member.folder)]
  const unused = [...workspace.members].filter(
    ([name, path]) =>
      !kept.some((one) => one === path || one.startsWith(`${path}/`) || path.startsWith(`${one}/`)) &&
      !isImported(code, name),
  )
  const folders = unused.map(([, path]) => relativeTo(workspace.root, path)).filter((path) => /^[\w./@-]+$/.test(path))
  return folders.length > maxUnused ? [] : folders.sort()
}

/** Runtime dependencies of the app and of the members that it uses. */
export function allDependencies(manifest: Manifest, used: readonly Used[]): Dependencies {
  const all: Dependencies = new Map(manifest.dependencies)
  for (const member of used) {
    if (!manifest.dependencies.has(member.name)) continue
    for (const [name, place] of member.manifest.dependencies) if (!all.has(name)) all.set(name, place)
  }
  // Runtime dependencies of those members count as well.
  for (const member of used) {
    if (!all.has(member.name)) continue
    for (const [name, place] of member.manifest.dependencies) if (!all.has(name)) all.set(name, place)
  }
  return all
}

/** Runs at the workspace root. */
export function memberBuild(context: NodeContext, script: string, used: readonly Used[]): string {
  const { workspace, manager, manifest, folder } = context
  const name = manifest.name ?? folder.path
  if (workspace?.runners.includes('turbo') === true && script === 'build')
    return runProgram(manager.name, `turbo run build --filter=${name}`)
  if (workspace?.runners.includes('nx') === true && script === 'build')
    return runProgram(manager.name, `nx build ${name}`)
  const built = used.filter((member) => member.manifest.scripts.has('build'))
  switch (manager.name) {
    case 'pnpm':
      return `pnpm --filter ${name}${built.length > 0 ? '...' : ''} run ${script}`
    case 'yarn':
      return [
        ...built.map((one) => `yarn workspace ${one.name} run build`),
        `yarn workspace ${name} run ${script}`,
      ].join(' && ')
    case 'bun':
      return [...built.map((one) => `bun run --filter ${one.name} build`), `bun run --filter ${name} ${script}`].join(
        ' && ',
      )
    case 'npm':
      return [
        ...built.map((one) => `npm run build --workspace=${one.name}`),
        `npm run ${script} --workspace=${name}`,
      ].join(' && ')
  }
}
