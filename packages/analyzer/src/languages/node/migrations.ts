/** Finds migrations to run before a new version takes over: a script of the repository, or the tool's own command. */
import type { AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { warn } from '../make-app.ts'
import type { NodeContext } from './context.ts'
import { dependencySource, dependsOn, scriptSource } from './manifest.ts'
import { runProgram, runScript } from './package-manager.ts'
import { type Step, stepsOf, textOf } from './scripts.ts'
import { isMigration } from './start-script.ts'
import type { Used } from './workspace-parts.ts'

const scripts = [
  'release', 'migrate:deploy', 'db:migrate:deploy', 'prisma:migrate:deploy', 'db:deploy', 'migrate:prod', 'migration:run:prod', 'db:migrate:prod', 'migrate:up', 'migration:run', 'migrations:run',
  'typeorm:migration:run', 'db:migrate', 'migrate:latest', 'migrate', 'migration:up', 'migrations:up', 'prisma:deploy', 'prisma:migrate', 'db:push:prod',
] // biome-ignore format: one list

interface Tool {
  readonly packages: readonly string[]
  /** Matches a script step that runs its migrations. */
  readonly step: RegExp
  /** Matches a migration file: without one, the tool fails or does nothing. */
  readonly file: RegExp
  /** A file that the command needs. */
  readonly settings: RegExp | null
  readonly command: string
  /** Command that creates the first migration; null where people write them by hand. */
  readonly first: string | null
}

const tools: readonly Tool[] = [
  { packages: ['prisma', '@prisma/client'], step: /^prisma migrate deploy/, file: /(?:^|\/)migrations\/[\w-]+\/migration\.sql$/, settings: /\.prisma$/, command: 'prisma migrate deploy', first: 'prisma migrate dev --name init' },
  { packages: ['drizzle-kit'], step: /^drizzle-kit migrate/, file: /(?:^|\/)(?:meta\/_journal\.json|\d{14}_[\w-]+\/migration\.sql)$/, settings: /^drizzle\.config\.[cm]?[jt]s$/, command: 'drizzle-kit migrate', first: 'drizzle-kit generate' },
  { packages: ['knex'], step: /^knex migrate:/, file: /(?:^|\/)migrations\/\d[\w-]*\.[cm]?[jt]s$/, settings: /^knexfile\.[cm]?js$/, command: 'knex migrate:latest', first: null },
  { packages: ['sequelize-cli'], step: /^sequelize(?:-cli)? db:migrate/, file: /(?:^|\/)migrations\/\d[\w-]*\.[cm]?js$/, settings: null, command: 'sequelize-cli db:migrate', first: null },
  { packages: ['node-pg-migrate'], step: /^node-pg-migrate/, file: /(?:^|\/)migrations\/\d[\w-]*\.\w+$/, settings: null, command: 'node-pg-migrate up', first: null },
  { packages: ['@adonisjs/lucid'], step: /^node ace migration:run/, file: /^database\/migrations\/[\w-]+\.ts$/, settings: null, command: 'node ace migration:run --force', first: null },
  { packages: ['payload'], step: /^payload migrate$/, file: /(?:^|\/)migrations\/\d{8}_\d{6}\w*\.[jt]s$/, settings: /(?:^|\/)payload\.config\.[jt]s$/, command: 'payload migrate', first: null },
] // biome-ignore format: a table

export async function findRelease(context: NodeContext, used: readonly Used[]): Promise<Claim<string> | null> {
  const { start } = context
  if (start?.release != null && start.migrations.every((step) => hasMigrations(context, step)))
    return claim(start.release, 1, start.source)
  // The app runs its migrations at each start.
  return scriptRelease(context) ?? toolRelease(context) ?? memberRelease(context, used)
}

function scriptRelease(context: NodeContext): Claim<string> | null {
  const { manifest, manager } = context
  for (const script of scripts) {
    const text = manifest.scripts.get(script)
    if (text === undefined || /\b(?:dev|reset|docker|ssh)\b|--watch|dotenv/.test(text)) continue
    const steps = stepsOf(manifest, script)
    const [only] = steps ?? []
    const isTool = steps?.some((step) => isMigration(step) || /migrat/.test(step.args.join(' '))) === true
    if (steps !== null && !isTool && script !== 'release') continue
    if (script === 'release' && (steps === null || !isTool)) continue
    if (/\bdb push\b|generate|create|\bpush\b/.test(text) && !/[ :](?:deploy|run|up|latest)\b/.test(text)) continue
    if (steps?.every((step) => hasMigrations(context, step)) === false) continue
    const isPlain = steps?.length === 1 && only !== undefined && isMigration(only) && only.env.size === 0
    return claim(isPlain ? textOf(only) : runScript(manager.name, script), 0.95, scriptSource(manifest, script))
  }
  return null
}

/** Always true for steps of other tools. In a workspace, another package can contain the migrations. */
function hasMigrations(context: NodeContext, step: Step): boolean {
  const text = step.args.join(' ')
  const tool = tools.find((one) => one.step.test(text))
  return tool === undefined || everyFile(context).some((file) => tool.file.test(file))
}

function everyFile({ folder, workspace }: NodeContext): readonly string[] {
  return workspace === null ? folder.files() : folder.repository.filesBelow(workspace.root)
}

function toolRelease(context: NodeContext): Claim<string> | null {
  for (const tool of tools) {
    const dependency = tool.packages.find((name) => dependsOn(context.manifest, name))
    const file = dependency === undefined ? null : fileBelow(context, tool.file)
    if (dependency === undefined || file === null) continue
    if (tool.settings !== null && fileBelow(context, tool.settings) === null) continue
    return claim(
      tool.command,
      0.85,
      source(context.folder.full(file), null, 'migrations to run'),
      dependencySource(context.manifest, dependency),
    )
  }
  return null
}

/**
 * Handles a workspace package that contains the schema for the apps: Prisma gets its path and runs in the app's folder.
 */
function memberRelease({ folder, manager }: NodeContext, used: readonly Used[]): Claim<string> | null {
  for (const { manifest, folder: path } of used) {
    if (!dependsOn(manifest, 'prisma')) continue
    const files = manifest.folder.files()
    const schema = files.find((file) => /(?:^|\/)schema\.prisma$/.test(file))
    const migration = files.find((file) => /(?:^|\/)migrations\/[\w-]+\/migration\.sql$/.test(file))
    if (schema === undefined || migration === undefined || !/^[\w./@-]+$/.test(`${path}/${schema}`)) continue
    const member = `${folder.path === '.' ? '' : '../'.repeat(folder.path.split('/').length)}${path}`
    // pnpm links a program only where it is a dependency.
    const program = manager.name === 'pnpm' ? `${member}/node_modules/.bin/prisma` : 'prisma'
    const config = files.find((file) => /^prisma\.config\.[cm]?[jt]s$/.test(file))
    const place = config === undefined ? `--schema ${member}/${schema}` : `--config ${member}/${config}`
    return claim(
      `${program} migrate deploy ${place}`,
      0.8,
      source(manifest.folder.full(migration), null, 'migrations to run'),
      dependencySource(manifest, 'prisma'),
    )
  }
  return null
}

function fileBelow(context: NodeContext, pattern: RegExp): string | null {
  return context.folder.files().find((file) => pattern.test(file)) ?? null
}

/** Missing tables are the usual reason why a fresh app responds with 500. */
export async function migrationWarnings(context: NodeContext, release: Claim<string> | null): Promise<AppWarning[]> {
  if (release !== null) return []
  for (const tool of tools) {
    const isUsed = tool.packages.some((name) => dependsOn(context.manifest, name))
    const settings = isUsed && tool.settings !== null ? fileBelow(context, tool.settings) : null
    if (settings === null || tool.first === null || everyFile(context).some((file) => tool.file.test(file))) continue
    // MongoDB has no tables, and Prisma has no migrations for it.
    if (/\bprovider\s{0,9}=\s{0,9}"mongodb"/.test((await context.folder.text(settings)) ?? '')) continue
    const name = tool.first.split(' ', 1)[0]
    return [
      warn(
        'migrations_missing',
        `The repository has no migrations of ${name}, so nothing creates the tables in a new database.`,
        `Run ${runProgram(context.manager.name, tool.first)} and commit the files that it writes.`,
        source(context.folder.full(settings), null, ''),
      ),
    ]
  }
  return []
}
