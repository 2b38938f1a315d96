/**
 * Next.js can put a server with only the files that it needs into `.next/standalone`. If the app doesn't enable that,
 * the build does, with a private variable of Next.js. If a version ignores it, the image contains the production
 * packages instead.
 */
import type { ImageStep } from '../../../images/image-plan.ts'
import { copyFrom, run } from '../../../images/steps.ts'
import { dependsOn, type Manifest } from '../manifest.ts'
import type { PlanInput } from './plan-input.ts'
import { caches } from './toolchain.ts'

export const standaloneEnvironment = { NEXT_PRIVATE_STANDALONE: 'true' }

/** Earlier versions needed an extra dependency to resize images. */
const firstMajor = 15

export function canStandAlone({ context: { manifest }, shape, app, used }: PlanInput): boolean {
  const [first] = app.processes
  return (
    shape.framework?.value === 'next' &&
    shape.bundle.length === 0 &&
    app.releaseCommand === null &&
    app.processes.length === 1 &&
    /^next start\b/.test(first?.startCommand?.value ?? '') &&
    isRecent(manifest) &&
    // Its engines are files that the build doesn't always find.
    ![manifest, ...used.map((member) => member.manifest)].some((one) => dependsOn(one, '@prisma/client'))
  )
}

function isRecent(manifest: Manifest): boolean {
  const version = (manifest.dependencies.get('next') ?? manifest.development.get('next'))?.version ?? ''
  if (version === 'latest' || version === 'canary') return true
  return Number(/^\D{0,3}(\d{1,3})\b/.exec(version)?.[1] ?? 0) >= firstMajor
}

interface Place {
  readonly home: string
  readonly inside: string
}

/**
 * The image gets `/out/packages` and `/out/app`. The app's own files are included because code can read them by names
 * that no build sees.
 */
export function collect(place: Place, { context }: PlanInput, prune: string | null): ImageStep {
  const { home, inside } = place
  const packages = '.next/standalone/node_modules'
  const server = inside === '.' ? '.next/standalone' : `.next/standalone/${inside}`
  const traced = [
    `cp -a .next/static ${server}/.next/`,
    `find . -mindepth 1 -maxdepth 1 ! -name node_modules ! -name .next -exec cp -an {} ${server}/ ';'`,
    `mkdir -p ${packages}/.bin`,
    `rm -f ${packages}/.bin/next`,
    // `next start` starts it in either case.
    `printf '%s\\n' '#!/bin/sh' 'exec node ${home}/server.js' > ${packages}/.bin/next`,
    `chmod 755 ${packages}/.bin/next`,
    `mv ${packages} /out/packages/`,
    'cp -a .next/standalone/. /out/app/',
  ]
  const whole = ['cd /app', ...(prune === null ? [] : [prune]), 'mv node_modules /out/packages/', 'cp -a . /out/app/']
  const choice = `if [ -f ${server}/server.js ]; then ${traced.join(' && ')}; else ${whole.join(' && ')}; fi`
  return run(`cd ${home} && mkdir -p /out/packages /out/app && ${choice}`, caches[context.manager.name])
}

export function collected(owner: string): ImageStep[] {
  return [copyFrom('build', '/out/packages', '/app', owner), copyFrom('build', '/out/app', '/app', owner)]
}
