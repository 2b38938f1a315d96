/**
 * The stages before the last. Packages are installed before the code is there, so that only a change of the manifests installs them again.
 * Those of production have a stage and, in the image, a layer of their own: a changed line of code touches neither.
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
import { buildImage, caches, installStep, prepare, productionInstall, pruneCommand } from './toolchain.ts'

export interface Built {
  readonly stages: readonly Stage[]
  /** The stage with the packages that run, where it isn't the one that builds. */
  readonly packages: string | null
  /** The stage with the code; null: the code runs as it is in the repository. */
  readonly code: string | null
}

const note = 'Packages come first: this layer is made again only when the manifests or the lockfile change.'

/** One stage: for files, for what has its packages inside of it, and where packages and code cannot be separated. */
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

/** Null where the code must be there before packages can be installed, or where a build writes into them. */
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

/** Code generators that put what they make into node_modules. */
function writesIntoPackages({ context, used }: PlanInput): boolean {
  const manifests = [context.manifest, ...used.map((member) => member.manifest)]
  return ['@prisma/client', '@zenstackhq/runtime'].some((name) => manifests.some((one) => dependsOn(one, name)))
}

/** The packages have a layer of their own, and other members of the workspace are not needed. */
function withoutPackages({ context, unused }: PlanInput): ImageStep {
  const { workspace } = context
  const members = workspace === null ? [] : [...workspace.folders].map((path) => relativeTo(workspace.root, path))
  const kept = members.filter((path) => path !== '.' && !unused.includes(path))
  return run(['rm -rf node_modules', ...kept.map((path) => `${path}/node_modules`), ...unused].join(' '))
}

/** What the build leaves runs without node_modules: nothing else has to be in the image. */
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

/** Turborepo keeps variables that its settings do not name from the scripts that it runs. */
function passOn(command: string, variables: Readonly<Record<string, string>>): string {
  return / turbo run build --filter=\S+$/.test(command) && Object.keys(variables).length > 0 ? ' --env-mode=loose' : ''
}

/** Next.js leaves its files for browsers outside of what it traced; they are copied there when the image has more than that. */
function completeStandalone({ context, shape }: PlanInput, home: string, inside: string): ImageStep[] {
  const [standalone, assets] = shape.bundle
  if (standalone === undefined || assets === undefined) return []
  const target = inside === '.' ? standalone : `${standalone}/${inside}`
  const hasPublic = context.folder.files().some((file) => file.startsWith('public/'))
  const copies = [`cp -r ${assets} ${target}/${folderOf(assets)}/`, ...(hasPublic ? [`cp -r public ${target}/`] : [])]
  return [run(`cd ${home} && ${copies.join(' && ')}`)]
}

/** Its client is made from the schema, which was not there yet when the packages were installed. */
function needsPrismaClient({ context: { folder, manifest } }: PlanInput): boolean {
  const scripts = ['prebuild', 'build', 'postinstall'].map((name) => manifest.scripts.get(name) ?? '')
  return (
    folder.has('prisma/schema.prisma') &&
    dependsOn(manifest, 'prisma') &&
    !scripts.some((text) => text.includes('prisma generate'))
  )
}
