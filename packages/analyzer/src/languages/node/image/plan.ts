/** The image of a Node.js app: first packages by the lockfile, then the code, then only what runs. */
import { Folder } from '../../../folder.ts'
import type { ImagePlan, ImageStep, Stage } from '../../../images/image-plan.ts'
import { runStage } from '../../../images/run-stage.ts'
import { serveFiles } from '../../../images/static-image.ts'
import { copyFrom, install, run } from '../../../images/steps.ts'
import { joinPath, relativeTo } from '../../folder-paths.ts'
import type { NodeContext } from '../context.ts'
import { bunTag, imageMajor } from '../node-version.ts'
import type { Shape } from '../shape.ts'
import { type Built, buildApart, buildTogether, usesBundle } from './build-stages.ts'
import type { Place, PlanInput } from './plan-input.ts'
import { canStandAlone, collected } from './standalone.ts'
import { baseImage, caches } from './toolchain.ts'

export function planImage(input: PlanInput): ImagePlan | null {
  const { context, shape, app } = input
  const root = new Folder(context.folder.repository, context.workspace?.root ?? context.folder.path)
  const start = app.processes[0]?.startCommand?.value ?? null
  if (shape.kind !== 'static' && start === null) return null
  const folder = relativeTo(root.path, context.folder.path)
  const inside = context.manifest.builtAt === null ? folder : '.'
  const home = inside === '.' ? '/app' : `/app/${inside}`
  const runsBun = start !== null && /^bun\b/.test(start)
  const tag = runsBun ? bunTag(app.version) : String(imageMajor(app.version))
  const place: Place = { root, runsBun, tag, inside, home }
  const isWhole = shape.kind === 'static' || usesBundle(input) || canStandAlone(input)
  const built = (isWhole ? null : buildApart(input, place)) ?? buildTogether(input, place)
  const last = shape.kind === 'static' ? staticStages(input, folder) : [lastStage(input, place, built)]
  return { context: root.path, stages: [...built.stages, ...last], ignore: ignored(shape) }
}

function lastStage(input: PlanInput, place: Place, { packages, code }: Built): Stage {
  const { shape, app, native } = input
  const { home, runsBun, inside } = place
  const [first] = app.processes
  const port = first?.port?.value ?? null
  const name = runsBun ? 'bun' : 'node'
  const owner = `${name}:${name}`
  const isBundle = usesBundle(input)
  const apart = packages === null ? [] : [copyFrom(packages, '/app', '/app', owner)]
  const own: ImageStep =
    code === null ? { do: 'copy', from: null, paths: ['.'], to: '/app', owner } : copyFrom(code, '/app', '/app', owner)
  const whole = canStandAlone(input) ? collected(owner) : [...apart, own]
  return runStage({
    from: baseImage(place),
    note: isBundle ? 'The build has everything that it needs inside of it.' : 'Only what runs.',
    asRoot: [...install(native.run), ...addPrograms(shape)],
    environment: variablesOf(shape, home, port, inside),
    owner: name,
    home,
    files: isBundle ? bundleSteps(input.context, shape, { home, owner }) : whole,
    port,
    start: first?.startCommand?.value ?? '',
  })
}

/** Install them before the code is copied, so that they are downloaded once. */
function addPrograms({ programs }: Shape): ImageStep[] {
  return programs.length === 0 ? [] : [run(`npm install --global ${programs.join(' ')}`, caches.npm)]
}

function bundleSteps(
  context: NodeContext,
  shape: Shape,
  { home, owner }: { home: string; owner: string },
): ImageStep[] {
  const [standalone, assets] = shape.bundle
  if (standalone === undefined || assets === undefined)
    return shape.bundle.map((path) => copyFrom('build', `${home}/${path}`, `${home}/${path}`, owner))
  // Next.js keeps its browser files outside of the traced output.
  const inside = home === '/app' ? '' : `/${home.slice('/app/'.length)}`
  const target = `${home}/${standalone}${inside}`
  const hasPublic = context.folder.files().some((file) => file.startsWith('public/'))
  return [
    copyFrom('build', `${home}/${standalone}`, `${home}/${standalone}`, owner),
    copyFrom('build', `${home}/${assets}`, `${target}/${assets}`, owner),
    ...(hasPublic ? [copyFrom('build', `${home}/public`, `${target}/public`, owner)] : []),
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

function staticStages({ context, shape }: PlanInput, inside: string): Stage[] {
  const isStated = shape.output !== null && shape.output.confidence === 1
  const own = joinPath(inside, shape.output?.value ?? 'dist') ?? 'dist'
  const place = shape.outside ?? (isStated ? null : context.manifest.builtAt) ?? own
  return serveFiles(copyFrom('build', place === '.' ? '/app' : `/app/${place}`, '/srv'), shape.isSinglePage)
}

function ignored(shape: Shape): string[] {
  const created = ['.next', '.nuxt', '.output', '.svelte-kit', '.turbo', '.nx', 'coverage']
  return shape.kind === 'static' && shape.output !== null && shape.output.value !== '.'
    ? [...created, shape.output.value]
    : created
}
