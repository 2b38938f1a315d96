/**
 * Shared parts of the Node.js image stages: the base, the package manager, its caches, and how it removes development
 * packages.
 */
import type { ImageStep } from '../../../images/image-plan.ts'
import { environment, install, run } from '../../../images/steps.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn } from '../manifest.ts'
import { imageMajor } from '../node-version.ts'
import { installCommandOf, type PackageManager } from '../package-manager.ts'
import type { Place, PlanInput } from './plan-input.ts'

export const caches: Readonly<Record<PackageManager['name'], string>> = {
  npm: '/root/.npm',
  pnpm: '/pnpm/store',
  yarn: '/usr/local/share/.cache/yarn',
  bun: '/root/.bun/install/cache',
}

export function baseImage({ runsBun, tag }: Pick<Place, 'runsBun' | 'tag'>): string {
  return `${runsBun ? 'oven/bun' : 'node'}:${tag}-slim`
}

/** Bun's image has neither Node.js nor npm, so apps that run on Bun and have another package manager are built on Node.js. */
export function buildImage({ manager }: NodeContext, place: Place): string {
  if (!place.runsBun || manager.name === 'bun') return baseImage(place)
  return baseImage({ runsBun: false, tag: String(imageMajor(null)) })
}

/** Steps before the manifests are copied. */
export function prepare(context: NodeContext, packages: readonly string[], runsBun: boolean): ImageStep[] {
  const { manager, manifest } = context
  const values = {
    // These reports are useless in a build, and each sends a request to the registry.
    ...(manager.name === 'npm' ? { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' } : {}), // biome-ignore format: one line per manager
    // The image contains the pinned pnpm, so pnpm needn't download itself or find itself in the lockfile.
    ...(manager.name === 'pnpm' ? { PNPM_HOME: '/pnpm', PATH: '/pnpm:$PATH', pnpm_config_pm_on_fail: 'ignore' } : {}),
    // Plug'n'Play would need yarn at run time.
    ...(manager.isBerry
      ? { YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_GLOBAL_CACHE: 'false', YARN_CACHE_FOLDER: caches.yarn }
      : {}),
    ...(dependsOn(manifest, 'husky') ? { HUSKY: '0' } : {}),
    ...(usesNext(context) ? { NEXT_TELEMETRY_DISABLED: '1' } : {}),
  }
  return [
    ...install(packages),
    ...(Object.keys(values).length > 0 ? [environment(values)] : []),
    ...installManager(manager, runsBun),
  ]
}

function usesNext(context: NodeContext): boolean {
  return dependsOn(context.manifest, 'next')
}

function installManager(manager: PackageManager, runsBun: boolean): ImageStep[] {
  // Build scripts of apps that run on Bun may call it.
  if (manager.name !== 'bun' && runsBun) return [run('npm install --global bun@1'), ...installManager(manager, false)]
  if (manager.name === 'pnpm')
    return [run(`npm install --global pnpm@${manager.version ?? '10'} && pnpm config set store-dir /pnpm/store`)]
  if (manager.name === 'bun' && !runsBun) return [run(`npm install --global bun@${manager.version ?? '1'}`)]
  return manager.isBerry ? [run('corepack enable')] : []
}

export function installStep(context: NodeContext): ImageStep {
  return run(installCommandOf(context.manager), caches[context.manager.name])
}

/** Removes development packages; null if that can't be done safely. */
export function pruneCommand({ manager, workspace, manifest }: NodeContext): string | null {
  const isFourth = Number(manager.version?.split('.')[0] ?? 0) >= 4
  switch (manager.name) {
    case 'npm':
      return 'npm prune --omit=dev'
    case 'pnpm':
      return workspace === null ? 'CI=true pnpm prune --prod --ignore-scripts' : null
    case 'yarn':
      if (manager.isBerry)
        return isFourth ? `yarn workspaces focus --production ${workspace === null ? '--all' : manifest.name}` : null
      return 'yarn install --production --ignore-scripts --prefer-offline --frozen-lockfile'
    case 'bun':
      return dependsOn(manifest, '@prisma/client') || workspace !== null
        ? null
        : 'rm -rf node_modules && bun install --production'
  }
}

const hooks = ['preinstall', 'install', 'postinstall', 'prepare']

/**
 * Without a build, development packages needn't be downloaded and removed again, unless the app's own install scripts
 * may use them.
 */
export function installProductionOnly({ context }: PlanInput): ImageStep | null {
  const { manager, workspace, manifest } = context
  if (manager.name !== 'npm' || manager.lockfile === null || workspace !== null) return null
  if (hooks.some((name) => manifest.scripts.has(name))) return null
  return run(`${installCommandOf(manager)} --omit=dev`, caches.npm)
}

/**
 * pnpm can install one member of a workspace with its runtime dependencies, which is smaller than all members without
 * their development dependencies.
 */
export function productionInstall({ context, used, holder }: PlanInput): ImageStep | null {
  const { manager, workspace, manifest, folder } = context
  if (manager.name !== 'pnpm' || manager.lockfile === null || manifest.name === null) return null
  if (workspace === null || folder.path === workspace.root || manifest.builtAt !== null) return null
  // Scripts of members can need packages that are missing then, and code can use the root's packages without declaring
  // them.
  const isHooked = [manifest, ...used.map((member) => member.manifest)].some((one) =>
    hooks.some((name) => one.scripts.has(name)),
  )
  if (isHooked || holder === null || holder.dependencies.size > 0) return null
  return run(`pnpm install --prod --frozen-lockfile --filter ${manifest.name}...`, caches.pnpm)
}
