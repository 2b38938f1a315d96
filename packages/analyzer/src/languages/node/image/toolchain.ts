/** What the stages of a Node.js image have in common: the base, the package manager, its caches and its way to leave out what only builds need. */
import type { ImageStep } from '../../../images/image-plan.ts'
import { environment, install, run } from '../../../images/steps.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn } from '../manifest.ts'
import { installCommandOf, type PackageManager } from '../package-manager.ts'

export const caches: Readonly<Record<PackageManager['name'], string>> = {
  npm: '/root/.npm',
  pnpm: '/pnpm/store',
  yarn: '/usr/local/share/.cache/yarn',
  bun: '/root/.bun/install/cache',
}

export function baseImage(major: number, runsBun: boolean): string {
  return runsBun ? 'oven/bun:1-slim' : `node:${major}-slim`
}

/** Steps before the manifests are copied. */
export function prepare(context: NodeContext, packages: readonly string[], runsBun: boolean): ImageStep[] {
  const { manager, manifest } = context
  const values = {
    ...(manager.name === 'pnpm' ? { PNPM_HOME: '/pnpm', PATH: '/pnpm:$PATH' } : {}),
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
  if (manager.name === 'pnpm')
    return [run(`npm install --global pnpm@${manager.version ?? '10'} && pnpm config set store-dir /pnpm/store`)]
  if (manager.name === 'bun' && !runsBun) return [run(`npm install --global bun@${manager.version ?? '1'}`)]
  return manager.isBerry ? [run('corepack enable')] : []
}

export function installStep(context: NodeContext): ImageStep {
  return run(installCommandOf(context.manager), caches[context.manager.name])
}

/** Null where it cannot be done without harm. */
export function pruneStep(context: NodeContext): ImageStep | null {
  const { manager, workspace } = context
  const hasGenerated = dependsOn(context.manifest, '@prisma/client')
  const cache = caches[manager.name]
  switch (manager.name) {
    case 'npm':
      return run('npm prune --omit=dev', cache)
    case 'pnpm':
      return workspace === null ? run('CI=true pnpm prune --prod --ignore-scripts', cache) : null
    case 'yarn':
      if (manager.isBerry) return null
      return run('yarn install --production --ignore-scripts --prefer-offline --frozen-lockfile', cache)
    case 'bun':
      return hasGenerated || workspace !== null ? null : run('rm -rf node_modules && bun install --production', cache)
  }
}
