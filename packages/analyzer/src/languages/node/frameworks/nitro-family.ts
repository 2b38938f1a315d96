/** Frameworks whose build creates a self-contained server in `.output`, and TanStack Start without it. */
import { type Claim, claim } from '../../../claim.ts'
import { findLine, sourceOf } from '../../code/code-file.ts'
import { warn } from '../../make-app.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn, scriptSource } from '../manifest.ts'
import { byDependency, makeShape, type Shape, staticShape, usual } from '../shape.ts'

const server = 'node .output/server/index.mjs'

export async function detectNuxt(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'nuxt', 'nuxt', 'nuxt3', 'nuxt-edge')
  if (framework === null) return null
  const { manifest } = context
  const version = (manifest.dependencies.get('nuxt') ?? manifest.development.get('nuxt'))?.version ?? ''
  const isSecond = /^[~^]?2\./.test(version)
  const config = await context.config('nuxt.config')
  const files = config === null ? [] : [config]
  const noServer = findLine(files, /\bssr\s{0,5}:\s{0,5}false\b|\btarget\s{0,5}:\s{0,5}["']static["']/)
  const generated = /\bgenerate\b/.test(manifest.scripts.get('build') ?? '')
  if (noServer !== null || generated) {
    const place = noServer === null ? scriptSource(manifest, 'build') : sourceOf(noServer)
    const build = isSecond ? 'nuxt generate' : 'nuxt generate'
    return staticShape(framework, build, claim(isSecond ? 'dist' : '.output/public', 0.95, place), noServer !== null)
  }
  if (isSecond)
    return makeShape({
      framework,
      kind: 'web',
      defaultPort: 3000,
      build: 'nuxt build',
      start: usual('nuxt start', ...framework.sources),
    })
  const preset = findLine(files, /\bpreset\s{0,5}:\s{0,5}["']([\w-]{1,40})["']/)
  return nitro(
    framework,
    'nuxt build',
    preset === null ? null : { name: preset.match[1] ?? '', place: sourceOf(preset) },
  )
}

export async function detectSolidStart(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'solid-start', '@solidjs/start', 'solid-start')
  return framework === null ? null : nitro(framework, 'vinxi build', null)
}

export async function detectTanStackStart(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(
    context,
    'tanstack-start',
    '@tanstack/react-start',
    '@tanstack/solid-start',
    '@tanstack/start',
  )
  if (framework === null) return null
  const config = await context.config('vite.config', 'app.config')
  const files = config === null ? [] : [config]
  const usesNitro = ['nitro', 'nitropack', 'vinxi', '@tanstack/nitro-v2-vite-plugin'].some((name) =>
    dependsOn(context.manifest, name),
  )
  const foreign = findLine(files, /["'](?:@cloudflare\/vite-plugin|@netlify\/vite-plugin-tanstack-start)["']/)
  if (foreign !== null) {
    const name = foreign.match[0].slice(1, -1)
    return nitro(framework, 'vite build', { name, place: sourceOf(foreign) })
  }
  return usesNitro || findLine(files, /["']nitro\/vite["']/) !== null
    ? nitro(framework, 'vite build', null)
    : withoutNitro(context, framework)
}

/** The build creates a request handler and files for browsers; srvx serves both, as its documentation shows. */
function withoutNitro(context: NodeContext, framework: Claim<string>): Shape {
  const args = context.start?.step?.args ?? []
  const isOwn = args.length > 0 && !args.some((word) => /^(?:srvx|pnpx|npx)$|\.output\//.test(word))
  const shape = makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'vite build' })
  if (isOwn) return shape
  const stated = args.slice(args.indexOf('srvx'))
  const command = args.includes('srvx') ? stated.join(' ') : 'srvx --prod -s ../client dist/server/server.js'
  return {
    ...shape,
    start: usual(command, ...framework.sources),
    programs: context.manifest.dependencies.has('srvx') ? [] : ['srvx@0'],
  }
}

export async function detectNitro(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'nitro', 'nitropack', 'nitro')
  const has = (await context.config('nitro.config')) !== null || context.folder.has('routes')
  return framework === null || !has ? null : nitro(framework, 'nitro build', null)
}

type Preset = { readonly name: string; readonly place: ReturnType<typeof sourceOf> }

function nitro(framework: Shape['framework'], build: string, preset: Preset | null): Shape {
  const isForeign = preset !== null && /vercel|netlify|cloudflare|firebase|aws|azure|deno|bun/.test(preset.name)
  const warnings = isForeign
    ? [
        warn(
          'foreign_preset',
          `The preset ${preset.name} builds for another platform.`,
          'Use the preset node-server.',
          preset.place,
        ),
      ]
    : []
  const start = usual(server, ...(framework?.sources ?? []))
  return makeShape({ framework, kind: 'web', defaultPort: 3000, build, start, bundle: ['.output'], warnings })
}
