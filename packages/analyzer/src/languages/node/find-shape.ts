/** Determines the kind of app by the most significant framework that the package depends on. */
import { claim, source } from '../../claim.ts'
import { baseName } from '../folder-paths.ts'
import { warn } from '../make-app.ts'
import type { NodeContext } from './context.ts'
import { findEntry } from './entry.ts'
import { detectAstro, detectSvelteKit } from './frameworks/adapters.ts'
import { detectAngular } from './frameworks/angular.ts'
import { detectNext } from './frameworks/next.ts'
import { detectNitro, detectNuxt, detectSolidStart, detectTanStackStart } from './frameworks/nitro-family.ts'
import { detectAdonis, detectNest, detectPlatform } from './frameworks/platforms.ts'
import { detectQwik } from './frameworks/qwik.ts'
import { detectReactRouter, detectRemix } from './frameworks/remix.ts'
import { detectServer, servedFolder } from './frameworks/servers.ts'
import { detectStaticSite, detectVitePress } from './frameworks/static-sites.ts'
import { dependsOn } from './manifest.ts'
import { byDependency, makeShape, type Shape } from './shape.ts'

type Detector = (context: NodeContext) => Promise<Shape | null>

const frameworks: readonly Detector[] = [
  detectNext, detectNuxt, detectReactRouter, detectRemix, detectAstro, detectSvelteKit, detectSolidStart, detectTanStackStart, detectAngular,
  detectQwik, detectPlatform, detectAdonis, detectNest, detectNitro,
] // biome-ignore format: one list

/** Programs for a desktop, phone, or browser. */
export const notDeployed = [
  'electron',
  'react-native',
  'expo',
  'wxt',
  'plasmo',
  '@tauri-apps/api',
  '@capacitor/core',
  'nativescript',
  '@types/vscode',
  'web-ext',
]

export async function findShape(context: NodeContext): Promise<Shape | null> {
  for (const detect of frameworks) {
    const shape = await detect(context)
    if (shape !== null) return shape
  }
  if (isForDevices(context)) return null
  const edge = detectEdge(context)
  if (edge !== null) return edge
  // In a package that starts its own server, a bundler builds the files that this server delivers.
  const server = startsCode(context) ? await detectServer(context) : null
  if (server !== null && server.kind === 'web') return server
  const site = (await detectStaticSite(context)) ?? (await detectVitePress(context)) ?? detectServed(context)
  return site ?? server ?? (await detectServer(context))
}

/** Handles a program without a start command: uses the file of `main`, or a common entry file. */
export async function guessShape(context: NodeContext): Promise<Shape | null> {
  if (isForDevices(context) || isPublished(context)) return null
  const entry = await findEntry(context)
  // A guess must not depend on another one: `dist/…` exists only if the build creates it.
  if (entry === null || !context.folder.has(entry.file) || /\.config\.[cm]?[jt]s$/.test(entry.file)) return null
  return makeShape({ framework: null, kind: 'worker', start: entry.command })
}

/** Signs of packages for the registry. */
function isPublished({ manifest }: NodeContext): boolean {
  const { value } = manifest
  if (typeof value !== 'object' || value === null) return true
  const signs = ['bin', 'exports', 'files', 'publishConfig', 'types', 'typings', 'umd:main', 'jsdelivr', 'unpkg']
  const isPrivate = 'private' in value && value.private === true
  const publishes = ['prepublishOnly', 'prepack', 'release', 'publish'].some((name) => manifest.scripts.has(name))
  const isPeer = 'peerDependencies' in value && !isPrivate
  return signs.some((name) => name in value) || publishes || isPeer
}

function isForDevices(context: NodeContext): boolean {
  return notDeployed.some((name) => dependsOn(context.manifest, name)) && !startsCode(context)
}

function startsCode(context: NodeContext): boolean {
  const program = baseName(context.start?.step?.args[0] ?? '')
  return /^(?:node|tsx|ts-node|bun|nodemon|pm2-runtime|pm2|forever|babel-node|micro|fastify)$/.test(program)
}

/** A Cloudflare worker: it needs their runtime, which isn't available here. */
function detectEdge(context: NodeContext): Shape | null {
  const file = ['wrangler.toml', 'wrangler.jsonc', 'wrangler.json'].find((name) => context.folder.has(name))
  if (file === undefined || startsCode(context)) return null
  const place = source(context.folder.full(file), null, 'settings of Cloudflare Workers')
  const hint = 'Give it a server of its own: @hono/node-server, or a start script that runs under Node.js.'
  const warnings = [warn('foreign_platform', 'It is written for Cloudflare Workers.', hint, place)]
  return makeShape({ framework: byDependency(context, 'hono', 'hono'), kind: 'web', defaultPort: 8787, warnings })
}

function detectServed(context: NodeContext): Shape | null {
  const folder = servedFolder(context)
  if (folder === null) return null
  const isSinglePage = context.start?.step?.args.some((word) => word === '-s' || word === '--single') === true
  return makeShape({
    framework: null,
    kind: 'static',
    output: claim(folder.value, 0.9, ...folder.sources),
    isSinglePage,
  })
}
