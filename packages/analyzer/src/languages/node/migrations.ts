/** What must run before a new version takes over: migrations, by the script that the repository has for them or the tool's own. */
import { type Claim, claim, source } from '../../claim.ts'
import type { NodeContext } from './context.ts'
import { dependencySource, dependsOn, scriptSource } from './manifest.ts'
import { runScript } from './package-manager.ts'
import { stepsOf, textOf } from './scripts.ts'
import { isMigration } from './start-script.ts'

const scripts = [
  'release', 'migrate:deploy', 'db:migrate:deploy', 'prisma:migrate:deploy', 'db:deploy', 'migrate:prod', 'migration:run:prod', 'db:migrate:prod', 'migrate:up', 'migration:run', 'migrations:run',
  'typeorm:migration:run', 'db:migrate', 'migrate:latest', 'migrate', 'migration:up', 'migrations:up', 'prisma:deploy', 'prisma:migrate', 'db:push:prod',
] // biome-ignore format: one list

interface Tool {
  readonly packages: readonly string[]
  readonly hasMigrations: (context: NodeContext) => string | null
  readonly command: string
}

const tools: readonly Tool[] = [
  { packages: ['prisma', '@prisma/client'], hasMigrations: (context) => fileBelow(context, /^(?:[\w-]+\/){0,2}migrations\/[\w-]+\/migration\.sql$/), command: 'prisma migrate deploy' },
  { packages: ['drizzle-kit'], hasMigrations: (context) => fileBelow(context, /^(?:[\w-]+\/){0,4}meta\/_journal\.json$/), command: 'drizzle-kit migrate' },
  { packages: ['knex'], hasMigrations: (context) => fileBelow(context, /^knexfile\.[cm]?js$/), command: 'knex migrate:latest' },
  { packages: ['sequelize-cli'], hasMigrations: (context) => fileBelow(context, /^(?:[\w-]+\/){0,2}migrations\/\d[\w-]*\.[cm]?js$/), command: 'sequelize-cli db:migrate' },
  { packages: ['node-pg-migrate'], hasMigrations: (context) => fileBelow(context, /^migrations\/\d[\w-]*\.\w+$/), command: 'node-pg-migrate up' },
  { packages: ['@adonisjs/lucid'], hasMigrations: (context) => fileBelow(context, /^database\/migrations\/[\w-]+\.ts$/), command: 'node ace migration:run --force' },
] // biome-ignore format: a table

export async function findRelease(context: NodeContext): Promise<Claim<string> | null> {
  if (context.start?.release != null) return claim(context.start.release, 1, context.start.source)
  // The app does it by itself at each start.
  return scriptRelease(context) ?? toolRelease(context)
}

function scriptRelease(context: NodeContext): Claim<string> | null {
  const { manifest, manager } = context
  for (const script of scripts) {
    const text = manifest.scripts.get(script)
    if (text === undefined || /\b(?:dev|reset|docker|ssh)\b|--watch|dotenv/.test(text)) continue
    const steps = stepsOf(manifest, script)
    const [only] = steps ?? []
    const isTool = steps?.some((step) => isMigration(step) || /migrat/.test(step.words.join(' '))) === true
    if (steps !== null && !isTool && script !== 'release') continue
    if (script === 'release' && (steps === null || !isTool)) continue
    if (/\bdb push\b|generate|create|\bpush\b/.test(text) && !/[ :](?:deploy|run|up|latest)\b/.test(text)) continue
    const isPlain = steps?.length === 1 && only !== undefined && isMigration(only) && only.env.size === 0
    return claim(isPlain ? textOf(only) : runScript(manager.name, script), 0.95, scriptSource(manifest, script))
  }
  return null
}

function toolRelease(context: NodeContext): Claim<string> | null {
  for (const tool of tools) {
    const dependency = tool.packages.find((name) => dependsOn(context.manifest, name))
    const file = dependency === undefined ? null : tool.hasMigrations(context)
    if (dependency === undefined || file === null) continue
    return claim(
      tool.command,
      0.85,
      source(context.folder.full(file), null, 'migrations to run'),
      dependencySource(context.manifest, dependency),
    )
  }
  return null
}

function fileBelow(context: NodeContext, pattern: RegExp): string | null {
  return context.folder.files().find((file) => pattern.test(file)) ?? null
}
