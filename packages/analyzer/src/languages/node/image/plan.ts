/** The image of a Node.js app: packages by the lockfile first, then the code, then only what runs. */
import type { App } from '../../../app.ts'
import { Folder } from '../../../folder.ts'
import type { ImagePlan, ImageStep, Stage } from '../../../images/image-plan.ts'
import { serveFiles } from '../../../images/static-image.ts'
import {
  command,
  copy,
  copyFrom,
  environment,
  expose,
  install,
  run,
  stopSignal,
  user,
  workdir,
} from '../../../images/steps.ts'
import { relativeTo } from '../../places.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn } from '../manifest.ts'
import type { NativeNeeds } from '../native-modules.ts'
import { imageMajor } from '../node-version.ts'
import { runProgram } from '../package-manager.ts'
import type { Shape } from '../shape.ts'
import { manifestSteps } from './manifests.ts'
import { baseImage, installStep, prepare, pruneStep } from './toolchain.ts'

export interface PlanInput {
  readonly context: NodeContext
  readonly shape: Shape
  readonly app: Omit<App, 'image'>
  readonly native: NativeNeeds
  /** What starts it, or what runs before a release, is a package that otherwise only builds need. */
  readonly needsDevelopment: boolean
}

export function planImage(input: PlanInput): ImagePlan | null {
  const { context, shape, app } = input
  const root = new Folder(context.folder.repository, context.workspace?.root ?? context.folder.path)
  const start = app.processes[0]?.startCommand?.value ?? null
  if (shape.kind !== 'static' && start === null) return null
  const inside = relativeTo(root.path, context.folder.path)
  const home = inside === '.' ? '/app' : `/app/${inside}`
  const runsBun = start !== null && /^bun\b/.test(start)
  const major = imageMajor(app.version)
  const build = buildStage(input, { root, runsBun, major })
  const last =
    shape.kind === 'static' ? staticStages(app, shape, home) : [runStage(input, { home, runsBun, major, inside })]
  return { context: root.path, stages: [build, ...last], ignore: ignored(shape) }
}

interface Place {
  readonly root: Folder
  readonly runsBun: boolean
  readonly major: number
}

function buildStage(
  { context, shape, app, native, needsDevelopment }: PlanInput,
  { root, runsBun, major }: Place,
): Stage {
  const manifests = manifestSteps(context, root)
  const prune = shape.kind === 'static' || usesBundle(shape, app) || needsDevelopment ? null : pruneStep(context)
  const built = app.buildCommand
  return {
    name: 'build',
    from: baseImage(major, runsBun),
    note: 'Packages come first: this layer is made again only when the manifests or the lockfile change.',
    steps: [
      workdir('/app'),
      ...prepare(context, native.build, runsBun),
      ...(manifests === null
        ? [copy(['.'], '.'), installStep(context)]
        : [...manifests, installStep(context), copy(['.'], '.')]),
      ...(needsPrismaClient(context) ? [run(runProgram(context.manager.name, 'prisma generate'))] : []),
      ...(built === null ? [] : [run(built.value)]),
      ...(prune === null ? [] : [prune]),
    ],
  }
}

/** Its client is made from the schema, which was not there yet when the packages were installed. */
function needsPrismaClient({ folder, manifest }: NodeContext): boolean {
  const scripts = ['prebuild', 'build', 'postinstall'].map((name) => manifest.scripts.get(name) ?? '')
  return (
    folder.has('prisma/schema.prisma') &&
    dependsOn(manifest, 'prisma') &&
    !scripts.some((text) => text.includes('prisma generate'))
  )
}

interface RunPlace extends Omit<Place, 'root'> {
  readonly home: string
  readonly inside: string
}

function runStage({ context, shape, app, native }: PlanInput, { home, runsBun, major, inside }: RunPlace): Stage {
  const [first] = app.processes
  const port = first?.port?.value ?? null
  const owner = runsBun ? 'bun' : 'node'
  const isBundle = usesBundle(shape, app)
  return {
    name: 'run',
    from: baseImage(major, runsBun),
    note: isBundle ? 'The build has everything that it needs inside of it.' : 'Only what runs.',
    steps: [
      ...install(native.run),
      workdir(home),
      environment(variablesOf(shape, home, port, inside)),
      ...(isBundle
        ? bundleSteps(context, shape, { home, owner })
        : [copyFrom('build', '/app', '/app', `${owner}:${owner}`)]),
      user(owner),
      ...expose(port),
      stopSignal('SIGTERM'),
      command(first?.startCommand?.value ?? ''),
    ],
  }
}

function usesBundle(shape: Shape, app: Omit<App, 'image'>): boolean {
  return shape.bundle.length > 0 && app.releaseCommand === null && app.processes.length === 1
}

function bundleSteps(
  context: NodeContext,
  shape: Shape,
  { home, owner }: { home: string; owner: string },
): ImageStep[] {
  const own = `${owner}:${owner}`
  const [standalone, assets] = shape.bundle
  if (standalone === undefined || assets === undefined)
    return shape.bundle.map((path) => copyFrom('build', `${home}/${path}`, `${home}/${path}`, own))
  // Next.js leaves its files for browsers outside of what it traced.
  const inside = home === '/app' ? '' : `/${home.slice('/app/'.length)}`
  const target = `${home}/${standalone}${inside}`
  const hasPublic = context.folder.files().some((file) => file.startsWith('public/'))
  return [
    copyFrom('build', `${home}/${standalone}`, `${home}/${standalone}`, own),
    copyFrom('build', `${home}/${assets}`, `${target}/${assets}`, own),
    ...(hasPublic ? [copyFrom('build', `${home}/public`, `${target}/public`, own)] : []),
  ]
}

function variablesOf(shape: Shape, home: string, port: number | null, inside: string): Record<string, string> {
  const bins = inside === '.' ? '/app/node_modules/.bin' : `${home}/node_modules/.bin:/app/node_modules/.bin`
  const name = shape.framework?.value
  return {
    NODE_ENV: 'production',
    PATH: `${bins}:$PATH`,
    ...(port === null ? {} : { PORT: String(port) }),
    ...(name === 'next' ? { HOSTNAME: '0.0.0.0' } : {}),
    ...(name === 'astro' || name === 'adonisjs' || name === 'strapi' ? { HOST: '0.0.0.0' } : {}),
  }
}

function staticStages(app: Omit<App, 'image'>, shape: Shape, home: string): Stage[] {
  const folder = app.outputDirectory?.value ?? 'dist'
  return serveFiles(copyFrom('build', `${home}/${folder}`, '/srv'), shape.isSinglePage)
}

function ignored(shape: Shape): string[] {
  const made = ['.next', '.nuxt', '.output', '.svelte-kit', '.turbo', '.nx', 'coverage']
  return shape.kind === 'static' && shape.output !== null && shape.output.value !== '.'
    ? [...made, shape.output.value]
    : made
}
