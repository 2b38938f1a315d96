/** Checks that the database schema matches this release, and that row-level security is in place. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMigrations, migrationsFolder } from '../../../platform/database/migrate.ts'
import { version } from '../../../version.ts'
import type { Check } from '../check.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { fault, ok } from '../finding.policy.ts'
import { compareMigrations, type MigrationFile } from './migrations.policy.ts'

export const schemaChecks: readonly Check[] = [
  {
    code: 'migrations',
    meaning: 'The database is missing migrations for this version.',
    remedy: 'docker compose run --rm migrate',
    needs: ['database-login'],
    async run(context) {
      const { pending, applied } = await compare(context)
      if (pending.length > 0) return fault(`not applied: ${pending.join(', ')}`)
      return ok(`${applied} are applied`)
    },
  },
  {
    code: 'database-release',
    meaning: 'The database is from a newer version than this program, or a migration was changed after it was applied.',
    remedy: 'Run the newer version again (docs/guides/upgrade.md), or restore a backup from this version.',
    needs: ['database-login'],
    async run(context) {
      const { unknown, changed } = await compare(context)
      if (unknown.length > 0) return fault(`version ${version} doesn't know the migrations ${unknown.join(', ')}`)
      if (changed.length > 0)
        return fault(
          `changed after they were applied: ${changed.join(', ')}`,
          'Run the image of the installed version again.',
        )
      return ok(`not newer than ${version}`)
    },
  },
  {
    code: 'row-security',
    meaning: 'A table with organization data has no row-level security.',
    remedy:
      'As the table owner, run: alter table NAME enable row level security; alter table NAME force row level security.',
    needs: ['database-login'],
    async run(context) {
      const rows = await context.query<{ name: string }>(
        `select c.relname as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and not (c.relrowsecurity and c.relforcerowsecurity)
           and exists (select from pg_policy where polrelid = c.oid and polname = 'tenant')
         order by 1 limit 20`,
      )
      if (rows.length === 0) return ok('is on for every table that needs it')
      const statements = rows.map(
        ({ name }) => `alter table ${name} enable row level security; alter table ${name} force row level security;`,
      )
      return fault(
        `is off: ${rows.map(({ name }) => name).join(', ')}`,
        `As the table owner, run: ${statements.join(' ')}`,
      )
    },
  },
]

async function compare(context: DoctorContext): Promise<ReturnType<typeof compareMigrations>> {
  const [{ exists } = { exists: false }] = await context.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as exists`,
  )
  const rows = exists
    ? await context.query<{ version: string; sha256: string }>('select version, sha256 from schema_migrations')
    : []
  return compareMigrations(await readFiles(), rows)
}

async function readFiles(): Promise<MigrationFile[]> {
  return await Promise.all(
    (await listMigrations()).map(async (name) => {
      const text = await readFile(join(migrationsFolder, name))
      return { name, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
