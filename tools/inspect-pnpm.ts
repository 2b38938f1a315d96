/**
 * Checks pnpm itself: the same exact version everywhere, and a hash for each program that an image can be built with;
 * pure.
 */

export interface PnpmFiles {
  /** Value in package.json. */
  packageManager: string
  /** The text of tools/pnpm/package-lock.json. */
  lock: string
  /** The text of bin/env. */
  environment: string
  dockerfile: string
}

const programs = ['@pnpm/exe.linux-x64', '@pnpm/exe.linux-arm64']

export function inspectPnpm({ packageManager, lock, environment, dockerfile }: PnpmFiles): string[] {
  const version = packageManager.replace(/^pnpm@/, '')
  const { packages }: { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> } =
    JSON.parse(lock)
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  return [
    ...(environment.includes(`\nPNPM_VERSION=${version}\n`) ? [] : [`bin/env has another pnpm than ${version}`]),
    ...programs
      .filter((name) => !locked.some(([path]) => path === `node_modules/${name}`))
      .map((name) => `the lock of pnpm lacks ${name}`),
    ...locked.flatMap(([path, entry]) => [
      ...(entry.version === version ? [] : [`${path} is ${entry.version}, not ${version}`]),
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '') ? [] : [`${path} has no plain integrity`]),
      ...(entry.resolved === undefined ? [] : [`${path} names a host`]),
    ]),
    ...(/\bnpm (?:install|i|add|exec)\b/.test(dockerfile) ? ['the Dockerfile installs a package without a lock'] : []),
  ]
}
