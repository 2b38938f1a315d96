/** Frameworks that bring their own server and their own build and start commands. */
import { type Claim, claim } from '../../../claim.ts'
import { findLine, sourceOf } from '../../code/code-file.ts'
import type { NodeContext } from '../context.ts'
import { byDependency, makeShape, type Shape, usual } from '../shape.ts'

interface Platform {
  readonly name: string
  readonly packages: readonly string[]
  readonly build: string | null
  readonly start: string
  readonly port: number
  readonly health?: string
}

const platforms: readonly Platform[] = [
  { name: 'strapi', packages: ['@strapi/strapi', 'strapi'], build: 'strapi build', start: 'strapi start', port: 1337, health: '/_health' },
  { name: 'directus', packages: ['directus'], build: null, start: 'directus start', port: 8055, health: '/server/health' },
  { name: 'keystone', packages: ['@keystone-6/core'], build: 'keystone build', start: 'keystone start', port: 3000 },
  { name: 'medusa', packages: ['@medusajs/medusa'], build: 'medusa build', start: 'medusa start', port: 9000, health: '/health' },
  { name: 'sails', packages: ['sails'], build: null, start: 'node app.js', port: 1337 },
] // biome-ignore format: a table

export async function detectPlatform(context: NodeContext): Promise<Shape | null> {
  for (const platform of platforms) {
    const framework = byDependency(context, platform.name, ...platform.packages)
    if (framework === null) continue
    return makeShape({
      framework,
      kind: 'web',
      defaultPort: platform.port,
      build: platform.build,
      start: context.start === null ? usual(platform.start, ...framework.sources) : null,
      healthPath: platform.health === undefined ? null : usual(platform.health, ...framework.sources),
    })
  }
  return null
}

export async function detectAdonis(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'adonisjs', '@adonisjs/core')
  if (framework === null) return null
  // Its start script must run inside the build folder.
  const entry = context.folder.has('bin/server.ts') ? 'build/bin/server.js' : 'build/server.js'
  const start = usual(`node ${entry}`, ...framework.sources)
  return makeShape({ framework, kind: 'web', defaultPort: 3333, build: 'node ace build', start })
}

export async function detectNest(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'nestjs', '@nestjs/core')
  if (framework === null || context.folder.has('ng-package.json')) return null
  const code = await context.code()
  const main = code.filter((one) => /(?:^|\/)main\.[jt]s$/.test(one.file))
  if (main.length === 0 && context.start === null) return null
  const service = findLine(main, /\bcreateMicroservice\b|\bcreateApplicationContext\b/)
  const listens = findLine(main, /\.listen\(\s{0,10}[^)\s]/)
  const start = context.start === null ? await nestStart(context, framework) : null
  if (service !== null && listens === null) return makeShape({ framework, kind: 'worker', build: 'nest build', start })
  return makeShape({ framework, kind: 'web', defaultPort: 3000, build: 'nest build', start })
}

/** The compiler keeps the folder `src` when it also compiles files outside of it. */
async function nestStart(context: NodeContext, framework: Claim<string>): Promise<Claim<string>> {
  const config = await context.config('nest-cli.json')
  const root = config === null ? null : findLine([config], /"(entryFile|sourceRoot)"\s{0,5}:\s{0,5}"([\w./-]{1,80})"/)
  const entry = root?.match[1] === 'entryFile' ? (root.match[2] ?? 'main') : 'main'
  return claim(`node dist/${entry}`, 0.9, ...(root === null ? framework.sources : [sourceOf(root)]))
}
