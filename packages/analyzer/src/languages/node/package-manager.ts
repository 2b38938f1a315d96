/** Chooses npm, pnpm, yarn, or bun: what the manifest states, else by the lockfile. */
import { type Claim, claim, type Source, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import { lineOfKey } from '../../lines.ts'
import { at, textAt } from '../../values.ts'
import { ancestors } from '../folder-paths.ts'
import type { Workspace } from '../language.ts'

export type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun'

export interface PackageManager {
  readonly name: ManagerName
  /** Version in the manifest, such as `9.15.0`; null without one. */
  readonly version: string | null
  /** Yarn 2 and later. */
  readonly isBerry: boolean
  /** Name of the lockfile; null when there is none. */
  readonly lockfile: string | null
  /** Folder of the lockfile, from the repository's root. */
  readonly root: string
  readonly claim: Claim<string>
  /** Other lockfiles in the same folder. */
  readonly others: readonly string[]
}

const lockfiles: readonly [string, ManagerName][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

export async function readPackageManager(folder: Folder, workspace: Workspace | null): Promise<PackageManager> {
  const places = workspace === null ? [folder] : [folder, new Folder(folder.repository, workspace.root)]
  const home = places.find((place) => presentLockfiles(place).length > 0) ?? places.at(-1) ?? folder
  const present = presentLockfiles(home)
  const stated = await statedManager([...places, ...ancestors(folder)])
  const own = present.find(([, name]) => name === stated?.name) ?? (stated === null ? present[0] : undefined)
  const name = stated?.name ?? own?.[1] ?? (await guessedManager(home))
  const lockfile = own?.[0] ?? null
  return {
    name,
    version: stated?.version ?? null,
    isBerry: name === 'yarn' && (await isBerry(home, stated?.version ?? null)),
    lockfile,
    root: home.path,
    claim: claim(
      name,
      stated !== null || lockfile !== null ? 1 : 0.6,
      stated?.source ?? lockSource(home, lockfile, name),
    ),
    others: present.map(([file]) => file).filter((file) => file !== lockfile),
  }
}

function presentLockfiles(folder: Folder): [string, ManagerName][] {
  return lockfiles.filter(([file]) => folder.has(file))
}

function lockSource(folder: Folder, lockfile: string | null, name: ManagerName): Source {
  return lockfile === null
    ? source(
        folder.full('package.json'),
        null,
        `no lockfile: ${name === 'npm' ? 'npm is what Node.js comes with' : `the repository uses ${name}`}`,
      )
    : source(folder.full(lockfile), null, 'its lockfile')
}

interface Stated {
  readonly name: ManagerName
  readonly version: string | null
  readonly source: Source
}

async function statedManager(places: readonly Folder[]): Promise<Stated | null> {
  for (const place of places) {
    const manifest = await place.document('package.json')
    const field = textAt(manifest, 'packageManager')
    const match = /^(npm|pnpm|yarn|bun)@(\d[\w.-]{0,40})/.exec(field ?? '')
    const name = toManager(match?.[1] ?? textAt(manifest, 'devEngines', 'packageManager', 'name'))
    if (name === null) continue
    const line = lineOfKey((await place.text('package.json')) ?? '', 'packageManager')
    const what = field === null ? `devEngines: ${name}` : `packageManager: ${field}`
    return { name, version: match?.[2] ?? null, source: source(place.full('package.json'), line, what) }
  }
  return null
}

/** Without a lockfile, uses its configuration files, or `engines`. */
async function guessedManager(folder: Folder): Promise<ManagerName> {
  if (folder.has('pnpm-workspace.yaml') || folder.has('.pnpmfile.cjs')) return 'pnpm'
  if (folder.has('.yarnrc.yml') || folder.has('.yarnrc')) return 'yarn'
  if (folder.has('bunfig.toml')) return 'bun'
  const manifest = await folder.document('package.json')
  const engines = at(manifest, 'engines')
  const named = (['pnpm', 'yarn', 'bun'] as const).find((name) => textAt(engines, name) !== null)
  const needsBun = ['start', 'build'].some((name) => /^bunx? /.test(textAt(manifest, 'scripts', name) ?? ''))
  return named ?? (needsBun ? 'bun' : 'npm')
}

async function isBerry(folder: Folder, version: string | null): Promise<boolean> {
  if (version !== null) return !version.startsWith('1.')
  if (folder.has('.yarnrc.yml')) return true
  return ((await folder.text('yarn.lock')) ?? '').slice(0, 2_000).includes('__metadata:')
}

function toManager(text: string | null): ManagerName | null {
  return text === 'npm' || text === 'pnpm' || text === 'yarn' || text === 'bun' ? text : null
}

export function installCommandOf(manager: PackageManager): string {
  const isLocked = manager.lockfile !== null
  switch (manager.name) {
    case 'npm':
      return isLocked ? 'npm ci' : 'npm install'
    case 'pnpm':
      return isLocked ? 'pnpm install --frozen-lockfile' : 'pnpm install'
    case 'bun':
      return isLocked ? 'bun install --frozen-lockfile' : 'bun install'
    case 'yarn':
      return isLocked ? `yarn install ${manager.isBerry ? '--immutable' : '--frozen-lockfile'}` : 'yarn install'
  }
}

export function runScript(manager: ManagerName, script: string): string {
  return `${manager} run ${script}`
}

/** Runs a program of node_modules/.bin. */
export function runProgram(manager: ManagerName, command: string): string {
  const prefix = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }[manager]
  return `${prefix} ${command}`
}
