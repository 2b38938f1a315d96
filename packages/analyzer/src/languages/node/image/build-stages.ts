/**
 * The stages before the last one. Packages are installed before the code is copied, so that only a change of the
 * manifests installs them again. Production packages have their own stage and, in the image, their own layer: a code
 * change touches neither.
 */
import type { ImageStep, Stage } from '../../../images/image-plan.ts'
import { copy, environment, run, workdir } from '../../../images/steps.ts'
import { folderOf, relativeTo } from '../../folder-paths.ts'
import { dependsOn } from '../manifest.ts'
import { runProgram } from '../package-manager.ts'
import { buildCaches } from './build-caches.ts'
import { manifestSteps } from './manifests.ts'
import type { Place, PlanInput } from './plan-input.ts'
import { canStandAlone, collect, standaloneEnvironment } from './standalone.ts'
import {
  buildImage,
  caches,
  installProductionOnly,
  installStep,
  prepare,
  productionInstall,
  pruneCommand,
} from './toolchain.ts'

export interface Built {
  readonly stages: readonly Stage[]
  /** The stage with the runtime packages, if it isn't the build stage. */
  readonly packages: string | null
  /** The stage with the code; null if the code runs directly from the repository. */
  readonly code: string | null
}

const note = 'Packages come first: this layer is made again only when the manifests or the lockfile change.'

/**
 * A single stage: for files, for builds that include their packages, and where packages and code can't be separated.
 */
export function buildTogether(input: PlanInput, place: Place): Built {
  const { context, shape, needsDevelopment } = input
  const manifests = manifestSteps(context, place.root)
  const installed =
    manifests === null
      ? [copy(['.'], '.'), installStep(context)]
      : [...manifests, installStep(context), copy(['.'], '.')]
  const prune = needsDevelopment ? null : pruneCommand(context)
  const isRun = shape.kind !== 'static' && !usesBundle(input)
  const last: ImageStep[] = canStandAlone(input)
    ? [collect(place, input, prune)]
    : isRun && prune !== null
      ? [run(prune, caches[context.manager.name])]
      : []
  const stage: Stage = {
    name: 'build',
    from: buildImage(context, place),
    note,
    steps: [
      workdir('/app'),
      ...prepare(context, input.native.build, place.runsBun),
      ...installed,
      ...buildSteps(input, place),
      ...last,
    ],
  }
  return { stages: [stage], packages: null, code: 'build' }
}

/** Null if the code must exist before packages can be installed, or if a build writes into them. */
export function buildApart(input: PlanInput, place: Place): Built | null {
  const { context, native, needsDevelopment } = input
  const manifests = manifestSteps(context, place.root)
  if (manifests === null || writesIntoPackages(input)) return null
  const base = buildImage(context, place)
  const first = [workdir('/app'), ...prepare(context, native.build, place.runsBun), ...manifests]
  const fresh = needsDevelopment ? null : productionInstall(input)
  const prune = needsDevelopment || fresh !== null ? null : pruneCommand(context)
  const steps = buildSteps(input, place)
  const isBuilt = steps.length > 0 || input.unused.length > 0
  const code = isBuilt ? 'build' : null
  const all = [copy(['.'], '.'), ...steps, withoutPackages(input)]
  const build: Stage[] = isBuilt ? [{ name: 'build', from: 'packages', note: null, steps: all }] : []
  if (fresh !== null) {
    return {
      stages: [
        { name: 'manifests', from: base, note, steps: first },
        { name: 'packages', from: 'manifests', note: null, steps: [installStep(context)] },
        { name: 'production', from: 'manifests', note: 'What runs, of this app alone.', steps: [fresh] },
        ...build,
      ],
      packages: 'production',
      code,
    }
  }
  const alone = isBuilt || needsDevelopment ? null : installProductionOnly(input)
  if (alone !== null) {
    const only: Stage = { name: 'packages', from: base, note, steps: [...first, alone] }
    return { stages: [only], packages: 'packages', code }
  }
  const packages: Stage = { name: 'packages', from: base, note, steps: [...first, installStep(context)] }
  if (prune === null) return { stages: [packages, ...build], packages: 'packages', code }
  const production: Stage = {
    name: 'production',
    from: 'packages',
    note: 'Without what only builds need.',
    steps: [run(prune, caches[context.manager.name])],
  }
  return { stages: [packages, production, ...build], packages: 'production', code }
}

/** Code generators that write into node_modules. */
function writesIntoPackages({ context, used }: PlanInput): boolean {
  const manifests = [context.manifest, ...used.map((member) => member.manifest)]
  return ['@prisma/client', '@zenstackhq/runtime'].some((name) => manifests.some((one) => dependsOn(one, name)))
}

/** The packages have their own layer, and other members of the workspace aren't needed. */
function withoutPackages({ context, unused }: PlanInput): ImageStep {
  const { workspace } = context
  const members = workspace === null ? [] : [...workspace.folders].map((path) => relativeTo(workspace.root, path))
  const kept = members.filter((path) => path !== '.' && !unused.includes(path))
  return run(['rm -rf node_modules', ...kept.map((path) => `${path}/node_modules`), ...unused].join(' '))
}

/** The build output runs without node_modules: the image needs nothing else. */
export function usesBundle({ shape, app }: Pick<PlanInput, 'shape' | 'app'>): boolean {
  return shape.bundle.length > 0 && app.releaseCommand === null && app.processes.length === 1
}

function buildSteps(input: PlanInput, { root, home, inside: from }: Place): ImageStep[] {
  const { context, shape, app } = input
  const inside = relativeTo(root.path, context.folder.path)
  const variables = { ...input.buildEnvironment, ...(canStandAlone(input) ? standaloneEnvironment : {}) }
  const mounts = [
    ...buildCaches(shape, inside === '.' ? '/app' : `/app/${inside}`),
    ...(shape.installsWhileBuilding ? [caches[context.manager.name]] : []),
  ]
  const built = app.buildCommand
  return [
    ...(needsPrismaClient(input) ? [run(runProgram(context.manager.name, 'prisma generate'))] : []),
    ...(built === null || Object.keys(variables).length === 0 ? [] : [environment(variables)]),
    ...(built === null ? [] : [run(`${built.value}${passOn(built.value, variables)}`, ...mounts)]),
    ...(usesBundle(input) ? [] : completeStandalone(input, home, from)),
  ]
}

/** Turborepo hides variables that its settings don't name from the scripts that it runs. */
function passOn(command: string, variables: Readonly<Record<string, string>>): string {
  return / turbo run build --filter=\S+$/.test(command) && Object.keys(variables).length > 0 ? ' --env-mode=loose' : ''
}

/**
 * Next.js keeps its browser files outside of the traced output; they are copied there if the image contains more than
 * that.
 */
function completeStandalone({ context, shape }: PlanInput, home: string, inside: string): ImageStep[] {
  const [standalone, assets] = shape.bundle
  if (standalone === undefined || assets === undefined) return []
  const target = inside === '.' ? standalone : `${standalone}/${inside}`
  const hasPublic = context.folder.files().some((file) => file.startsWith('public/'))
  const copies = [`cp -r ${assets} ${target}/${folderOf(assets)}/`, ...(hasPublic ? [`cp -r public ${target}/`] : [])]
  return [run(`cd ${home} && ${copies.join(' && ')}`)]
}

/** The Prisma client is generated from the schema, which didn't exist yet when the packages were installed. */
function needsPrismaClient({ context: { folder, manifest } }: PlanInput): boolean {
  const scripts = ['prebuild', 'build', 'postinstall'].map((name) => manifest.scripts.get(name) ?? '')
  return (
    folder.has('prisma/schema.prisma') &&
    dependsOn(manifest, 'prisma') &&
    !scripts.some((text) => text.includes('prisma generate'))
  )
}
