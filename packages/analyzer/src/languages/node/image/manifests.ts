/**
 * Selects the files that a package installation needs: only they are copied before it, so that it runs again only when
 * they change.
 */
import type { Folder } from '../../../folder.ts'
import type { ImageStep } from '../../../images/image-plan.ts'
import { copy } from '../../../images/steps.ts'
import type { Repository } from '../../../repository.ts'
import { relativeTo } from '../../folder-paths.ts'
import type { NodeContext } from '../context.ts'

const always = [
  'package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'yarn.lock', '.yarnrc', '.yarnrc.yml',
  'bun.lock', 'bun.lockb', 'bunfig.toml', '.npmrc',
] // biome-ignore format: one list

const maxMembers = 40

/** Scripts that run after an installation, and the files that they read; an unknown one can read anything. */
const hooks: readonly (readonly [RegExp, RegExp])[] = [
  [/\bprisma\b/, /^(?:prisma|schema\.prisma|prisma\.config\.[jt]s)$/],
  [/\bpatch-package\b/, /^patches$/],
  [/\bnuxt(?:i)? prepare\b/, /^nuxt\.config\.[jt]s$/],
  [/\bsvelte-kit sync\b/, /^(?:svelte|vite)\.config\.[jt]s$/],
  [/\b(?:husky|lefthook|simple-git-hooks|is-ci|ngcc|only-allow|opencollective|yarn-deduplicate|wxt prepare)\b/, /^$/],
]

/** Null if everything has to exist before. */
export function manifestSteps(context: NodeContext, root: Folder): ImageStep[] | null {
  const named = [...always.filter((name) => root.has(name)), ...foldersOf(root, /^(?:patches)$/)]
  const hooked = hookFiles(context, root)
  if (hooked === null) return null
  const own = [...new Set([...named, ...hooked.filter((name) => !isFolder(root, name))])].filter(
    (name) => name !== 'patches',
  )
  const folders = [...new Set([...named, ...hooked])].filter((name) => isFolder(root, name))
  const releases =
    root.repository.filesBelow(root.full('.yarn/releases')).length > 0
      ? [copy(['.yarn/releases'], '.yarn/releases')]
      : []
  const plugins =
    root.repository.filesBelow(root.full('.yarn/plugins')).length > 0 ? [copy(['.yarn/plugins'], '.yarn/plugins')] : []
  const members = memberManifests(context, root)
  if (members === null) return null
  return [copy(own, './'), ...folders.map((name) => copy([name], name)), ...releases, ...plugins, ...members]
}

function hookFiles(context: NodeContext, root: Folder): string[] | null {
  const texts = ['preinstall', 'install', 'postinstall', 'prepare'].flatMap(
    (name) => context.manifest.scripts.get(name) ?? [],
  )
  const found: string[] = []
  for (const text of texts) {
    const hook = hooks.find(([pattern]) => pattern.test(text))
    if (hook === undefined) return null
    found.push(...topLevel(root).filter((name) => hook[1].test(name)))
  }
  return found
}

const known = new WeakMap<Repository, Map<string, string[]>>()

/** Cached: every member of a workspace uses the same root, and walking all files for each would be quadratic. */
function topLevel(folder: Folder): string[] {
  const kept = known.get(folder.repository) ?? new Map<string, string[]>()
  known.set(folder.repository, kept)
  const names = kept.get(folder.path) ?? [...new Set(folder.files().map((file) => file.split('/', 1)[0] ?? file))]
  kept.set(folder.path, names)
  return names
}

function foldersOf(folder: Folder, name: RegExp): string[] {
  return topLevel(folder).filter((one) => name.test(one) && isFolder(folder, one))
}

function isFolder(folder: Folder, name: string): boolean {
  return !folder.has(name)
}

/** npm and yarn need the manifest of every member; otherwise they consider the lockfile out of date. */
function memberManifests(context: NodeContext, root: Folder): ImageStep[] | null {
  if (context.workspace === null) return []
  const folders = [...context.workspace.folders]
    .map((path) => relativeTo(root.path, path))
    .filter((path) => root.has(`${path}/package.json`))
  return folders.length > maxMembers ? null : folders.map((path) => copy([`${path}/package.json`], `${path}/`))
}
