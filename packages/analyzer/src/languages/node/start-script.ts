/** Finds the script that starts the app in production, and the commands before it in the same line. */
import type { Source } from '../../claim.ts'
import { type Manifest, scriptSource } from './manifest.ts'
import { type ManagerName, runScript } from './package-manager.ts'
import { readStep, type Step, stepsOf, textOf } from './scripts.ts'

export interface Start {
  /** The command to run. It avoids the package manager where possible, because that doesn't forward signals. */
  readonly command: string
  /** The program that serves; null if the script has more than one. */
  readonly step: Step | null
  /** Migrations before it. */
  readonly release: string | null
  readonly migrations: readonly Step[]
  /** True if it also builds. */
  readonly builds: boolean
  readonly source: Source
  readonly confidence: number
}

const order = [
  'start:prod',
  'start:production',
  'start:server',
  'start',
  'production',
  'prod',
  'serve:prod',
  'serve',
  'server',
]

export function findStart(manifest: Manifest, manager: ManagerName): Start | null {
  for (const script of order) {
    const start = manifest.scripts.has(script) ? readStart(manifest, script, manager) : null
    if (start !== null) return start
  }
  return findPreview(manifest, manager)
}

/** Apps that Vite renders on a server start it in production with a script of this name, as its documentation shows. */
function findPreview(manifest: Manifest, manager: ManagerName): Start | null {
  const start = manifest.scripts.has('preview') ? readStart(manifest, 'preview', manager) : null
  return start?.step?.env.get('NODE_ENV') === 'production' ? { ...start, confidence: 0.8 } : null
}

/** Null if the script is for development. */
export function readStart(manifest: Manifest, script: string, manager: ManagerName): Start | null {
  const text = manifest.scripts.get(script) ?? ''
  const steps = stepsOf(manifest, script)
  const source = scriptSource(manifest, script)
  if (steps === null) {
    if (isDevelopmentText(text) || /\b(?:concurrently|npm-run-all|run-p|turbo|nx|lerna)\b/.test(text)) return null
    const command = runScript(manager, script)
    return { command, step: null, release: null, migrations: [], builds: false, source, confidence: 0.8 }
  }
  const last = steps.at(-1)
  if (last === undefined || isDevelopment(last)) return null
  const before = steps.slice(0, -1)
  const migrations = before.filter(isMigration)
  const builds = before.some(isBuild)
  const isSplit = before.every((step) => isMigration(step) || isBuild(step))
  const isPlain = isSplit && canStandAlone(last)
  const step = withoutWatcher(last)
  // Don't build again in every container: the image has built it already, and the container lacks the tools.
  const command = isPlain ? textOf(step) : isSplit && builds ? alone(last) : runScript(manager, script)
  const isTaken = command !== runScript(manager, script)
  return {
    command,
    step,
    release: isTaken && migrations.length > 0 ? migrations.map(textOf).join(' && ') : null,
    migrations: isTaken ? migrations : [],
    builds: isTaken && builds,
    source,
    confidence: step === last ? 1 : 0.8,
  }
}

/** Returns the last command of a script with its assignments; shell syntax stays as it is. */
function alone(step: Step): string {
  if (step.args.some((word) => word.includes('$'))) return step.text
  const assigned = [...step.env].map(([key, value]) => textOf({ args: [`${key}=${value}`] }))
  return ['env', ...assigned, textOf(step)].join(' ')
}

/** Assignments that the image makes anyway can be omitted; others must stay, and the script with them. */
function canStandAlone(step: Step): boolean {
  if (step.args.some((word) => word.includes('$'))) return false
  return [...step.env.keys()].every(
    (key) => key === 'NODE_ENV' || key === 'PORT' || key === 'HOST' || key === 'HOSTNAME',
  )
}

const developmentPrograms = new Set([
  'ts-node-dev', 'tsnd', 'webpack-dev-server', 'live-server', 'lite-server', 'browser-sync', 'electron', 'electron-forge', 'expo', 'react-native',
  'concurrently', 'npm-run-all', 'run-p', 'run-s', 'turbo', 'nx', 'lerna', 'wrangler', 'vercel', 'netlify', 'firebase', 'serverless', 'sls', 'sam', 'fastly',
  'storybook', 'start-storybook', 'jest', 'vitest', 'mocha', 'eslint', 'tsc', 'echo', 'web-ext', 'plasmo', 'wxt', 'cap', 'tauri', 'vsce', 'husky', 'cd',
]) // biome-ignore format: one list

/** Programs that serve only with certain arguments: the first argument decides. Null means never. */
const production: Readonly<Record<string, RegExp | null>> = {
  next: /^start$/,
  nuxt: /^start$/,
  nuxi: /^start$/,
  vinxi: /^start$/,
  nest: null,
  strapi: /^start$/,
  keystone: /^start$/,
  medusa: /^start$/,
  directus: /^start$/,
  'remix-serve': /./,
  gatsby: /^serve$/,
  astro: null,
  vite: null,
  'vue-cli-service': null,
  'react-scripts': null,
  ng: null,
  webpack: null,
  rsbuild: null,
  parcel: null,
  remix: null,
  'react-router': null,
  docusaurus: null,
  eleventy: null,
  vitepress: null,
  blitz: /^start$/,
  payload: null,
  redwood: null,
  svelte: null,
  ember: null,
  'svelte-kit': null,
  quasar: null,
  ionic: null,
  hexo: null,
  gulp: null,
  grunt: null,
}

export function isDevelopment(step: Step): boolean {
  const [program = '', first = ''] = step.args
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (developmentPrograms.has(name)) return true
  // Excludes a mock server or a tool: `node test/support/server.js`.
  if (step.args.slice(1).some((word) => /^(?:\.\/)?(?:tests?|__tests__|e2e|cypress|examples?|fixtures)\//.test(word)))
    return true
  const wanted = Object.hasOwn(production, name) ? production[name] : undefined
  if (wanted !== undefined) return wanted === null || !wanted.test(first)
  return step.args.some((word) => /^(?:--watch|--hot|watch)$/.test(word)) && name !== 'pm2-runtime'
}

function isDevelopmentText(text: string): boolean {
  return text.split(/&&|;|\|\||&/).some((part) => {
    const step = readStep(part, '')
    return step !== null && step.args.length > 0 && isDevelopment(step)
  })
}

/** `nodemon server.js` is `node server.js` for development. */
function withoutWatcher(step: Step): Step {
  const [program, ...rest] = step.args
  if (program !== 'nodemon') return step
  const args = rest.filter((word) => !/^(?:-L|-q|--legacy-watch|--quiet)$/.test(word))
  const [file = ''] = args
  if (file.startsWith('-')) return step
  return { ...step, args: [/\.[cm]?ts$/.test(file) ? 'tsx' : 'node', ...args] }
}

export function isMigration(step: Step): boolean {
  const text = step.args.join(' ')
  return /^(?:prisma (?:migrate deploy|db push)|drizzle-kit (?:migrate|push)|knex migrate:|sequelize(?:-cli)? db:migrate|typeorm(?:-ts-node-\w+)? migration:run|node-pg-migrate|db-migrate up|migrate-mongo up|mikro-orm migration:up|dbmate |node ace migration:run|payload migrate)/.test(
    text,
  )
}

/** True for a script step that builds, however deep it is nested, or a program that only builds. */
function isBuild(step: Step): boolean {
  return (
    [step.script, ...step.followed].some((name) => /^(?:pre)?(?:build|compile|clean)\b/.test(name)) ||
    /^(?:tsc|tsup|next build|vite build|prisma generate|esbuild|swc|nest build|rimraf|rm|webpack)\b/.test(
      step.args.join(' '),
    )
  )
}
