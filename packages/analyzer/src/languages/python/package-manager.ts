/** Chooses the package manager and its install command: by the lockfile, then by the contents of pyproject.toml. */
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { at, textAt, textsAt } from '../../values.ts'
import { ancestors } from '../folder-paths.ts'
import type { PythonDependencies } from './dependencies.ts'

export type ManagerName = 'pip' | 'uv' | 'poetry' | 'pdm' | 'pipenv'

export interface Manager {
  readonly name: Claim<string>
  readonly kind: ManagerName
  readonly install: Claim<string> | null
  /** The lockfile, from the repository root; null if versions can change from build to build. */
  readonly lockfile: string | null
  /** Folder of the lockfile: above the app's folder in a uv workspace. */
  readonly root: Folder
}

const lockfiles: readonly [ManagerName, string][] = [
  ['uv', 'uv.lock'],
  ['poetry', 'poetry.lock'],
  ['pdm', 'pdm.lock'],
  ['pipenv', 'Pipfile.lock'],
]

export function findManager(folder: Folder, dependencies: PythonDependencies): Manager | null {
  for (const [kind, lockfile] of lockfiles) {
    if (folder.has(lockfile)) return manager(kind, folder, lockfile)
  }
  const above = workspaceRoot(folder)
  if (above !== null && textAt(dependencies.pyproject, 'project', 'name') !== null)
    return manager('uv', above, 'uv.lock', folder, dependencies)
  return withoutLock(folder, dependencies)
}

/** uv has one lockfile for all members, at the root. */
function workspaceRoot(folder: Folder): Folder | null {
  return ancestors(folder).find((place) => place.has('uv.lock')) ?? null
}

function withoutLock(folder: Folder, dependencies: PythonDependencies): Manager | null {
  const { pyproject, requirements } = dependencies
  const kind = declared(pyproject)
  if (kind !== null && (requirements === null || kind.strong)) return unlocked(kind.name, folder, 'pyproject.toml')
  if (folder.has('Pipfile') && requirements === null) return unlocked('pipenv', folder, 'Pipfile')
  if (requirements !== null) {
    const install = claim(
      `pip install -r ${requirements}`,
      1,
      source(folder.full(requirements), null, 'requirements file'),
    )
    return { name: named('pip', folder, requirements), kind: 'pip', install, lockfile: null, root: folder }
  }
  const manifest = ['pyproject.toml', 'setup.py', 'setup.cfg'].find((name) => folder.has(name))
  if (manifest === undefined) return null
  if (
    manifest === 'pyproject.toml' &&
    textsAt(pyproject, 'project', 'dependencies').length === 0 &&
    textAt(pyproject, 'project', 'name') === null
  )
    return null
  const install = claim('pip install .', 0.9, source(folder.full(manifest), null, 'package metadata'))
  return { name: named('pip', folder, manifest), kind: 'pip', install, lockfile: null, root: folder }
}

function declared(pyproject: Record<string, unknown>): { name: ManagerName; strong: boolean } | null {
  const backend = textAt(pyproject, 'build-system', 'build-backend') ?? ''
  if (at(pyproject, 'tool', 'poetry', 'dependencies') !== undefined) return { name: 'poetry', strong: true }
  if (at(pyproject, 'tool', 'poetry') !== undefined && backend.startsWith('poetry'))
    return { name: 'poetry', strong: true }
  if (backend.startsWith('poetry')) return { name: 'poetry', strong: false }
  if (at(pyproject, 'tool', 'pdm') !== undefined || backend.startsWith('pdm')) return { name: 'pdm', strong: false }
  if (at(pyproject, 'tool', 'uv') !== undefined || backend.startsWith('uv_build')) return { name: 'uv', strong: false }
  // Without a build backend, pip has nothing to build; uv installs only the dependencies.
  if (textAt(pyproject, 'project', 'name') !== null && backend === '') return { name: 'uv', strong: false }
  return null
}

function manager(
  kind: ManagerName,
  root: Folder,
  lockfile: string,
  member?: Folder,
  dependencies?: PythonDependencies,
): Manager {
  const name = textAt(dependencies?.pyproject, 'project', 'name')
  const suffix = member !== undefined && name !== null ? ` --package ${name.replaceAll(/[^\w.-]/g, '')}` : ''
  const install = claim(`${installs[kind]}${suffix}`, 1, source(root.full(lockfile), null, 'lockfile'))
  return { name: named(kind, root, lockfile), kind, install, lockfile: root.full(lockfile), root }
}

function unlocked(kind: ManagerName, root: Folder, manifest: string): Manager {
  const install = claim(unlockedInstalls[kind], 0.9, source(root.full(manifest), null, `written for ${kind}`))
  return { name: named(kind, root, manifest), kind, install, lockfile: null, root }
}

function named(kind: ManagerName, folder: Folder, file: string): Claim<string> {
  return claim(kind, 1, source(folder.full(file), null, `file of ${kind}`))
}

const installs: Readonly<Record<ManagerName, string>> = {
  pip: 'pip install -r requirements.txt',
  uv: 'uv sync --locked --no-dev',
  poetry: 'poetry install --only main --no-interaction',
  pdm: 'pdm sync --prod --no-editable',
  pipenv: 'pipenv sync',
}

const unlockedInstalls: Readonly<Record<ManagerName, string>> = {
  ...installs,
  uv: 'uv sync --no-dev',
  pdm: 'pdm install --prod --no-editable',
  pipenv: 'pipenv install --skip-lock',
}
