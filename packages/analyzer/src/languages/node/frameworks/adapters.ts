/** Astro and SvelteKit: an adapter decides whether the build is a server or files. */
import { claim } from '../../../claim.ts'
import { type CodeFile, findLine, sourceOf } from '../../code/code-file.ts'
import { warn } from '../../make-app.ts'
import type { NodeContext } from '../context.ts'
import { dependencySource, dependsOn } from '../manifest.ts'
import { byDependency, makeShape, type Shape, staticShape, usual } from '../shape.ts'

export async function detectAstro(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'astro', 'astro')
  if (framework === null) return null
  const config = await context.config('astro.config')
  const files = config === null ? [] : [config]
  const adapter = findLine(
    files,
    /["'](?:@astrojs\/(node|vercel|netlify|cloudflare|deno)|astro-(sst)|@deno\/(astro-adapter))(?:\/[\w-]{1,30})?["']/,
  )
  const outDir = findLine(files, /\boutDir\s{0,5}:\s{0,5}["'`]([\w./-]{1,80})["'`]/)
  const folder = plainFolder(outDir?.match[1] ?? 'dist')
  if (adapter === null) {
    const place = outDir === null ? framework.sources : [sourceOf(outDir)]
    return staticShape(framework, 'astro build', usual(folder, ...place))
  }
  const shape = makeShape({ framework, kind: 'web', defaultPort: 4321, build: 'astro build' })
  const name = adapter.match[1]
  if (name !== 'node') return { ...shape, warnings: [foreignAdapter(adapter, '@astrojs/node')] }
  const isMiddleware = findLine(files, /\bmode\s{0,5}:\s{0,5}["']middleware["']/) !== null
  if (isMiddleware) return shape
  return { ...shape, start: claim(`node ./${folder}/server/entry.mjs`, 0.95, sourceOf(adapter)) }
}

export async function detectSvelteKit(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'sveltekit', '@sveltejs/kit')
  if (framework === null) return null
  // Newer apps have the SvelteKit settings in the Vite config.
  const config = await context.config('svelte.config', 'vite.config')
  const files = config === null ? [] : [config]
  const adapter = findLine(files, /["']@sveltejs\/adapter-([a-z-]{2,30})["']/)
  const name =
    adapter?.match[1] ??
    ['node', 'static'].find((one) => dependsOn(context.manifest, `@sveltejs/adapter-${one}`)) ??
    'auto'
  const place = adapter === null ? framework.sources : [sourceOf(adapter)]
  if (name === 'static') {
    const pages = findLine(files, /\bpages\s{0,5}:\s{0,5}["'`]([\w./-]{1,80})["'`]/)
    const fallback = findLine(files, /\bfallback\s{0,5}:\s{0,5}["'`]/)
    return staticShape(
      framework,
      'vite build',
      claim(plainFolder(pages?.match[1] ?? 'build'), 0.95, ...place),
      fallback !== null,
    )
  }
  const shape = makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'vite build' })
  if (name === 'node') {
    const out = outOf(files)
    const start = claim(`node ${out}`, 0.95, ...place)
    return { ...shape, start: context.start?.step?.args[0] === 'node' ? null : start }
  }
  const where = adapter === null ? dependencySource(context.manifest, '@sveltejs/kit') : sourceOf(adapter)
  if (name === 'auto') {
    return {
      ...shape,
      start: claim('node build', 0.9, ...place),
      buildEnvironment: cloudRun,
      installsWhileBuilding: true,
      warnings: [
        warn(
          'adapter_chosen',
          "adapter-auto doesn't know this platform. Longshore builds with adapter-node, which isn't in your lockfile.",
          'Replace @sveltejs/adapter-auto with @sveltejs/adapter-node.',
          where,
        ),
      ],
    }
  }
  const message = `adapter-${name} builds for another platform.`
  return {
    ...shape,
    start: claim('node build', 0.5, ...place),
    warnings: [warn('foreign_adapter', message, 'Use @sveltejs/adapter-node.', where)],
  }
}

/** The platform for which adapter-auto chooses adapter-node, in the matching version. */
const cloudRun = { GCP_BUILDPACKS: '1' }

function outOf(files: readonly CodeFile[]): string {
  return plainFolder(findLine(files, /\bout\s{0,5}:\s{0,5}["'`]([\w./-]{1,80})["'`]/)?.match[1] ?? 'build')
}

function foreignAdapter(hit: NonNullable<ReturnType<typeof findLine>>, own: string) {
  return warn(
    'foreign_adapter',
    `The adapter ${hit.match[0].slice(1, -1)} builds for another platform.`,
    `Use ${own}.`,
    sourceOf(hit),
  )
}

function plainFolder(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? 'dist' : parts.join('/')
}
