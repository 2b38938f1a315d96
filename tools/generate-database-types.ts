/** Writes the database types from a freshly migrated database, so that they cannot drift from the migrations. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../apps/server/src/testing/postgres.ts'
import { brandIdColumns } from './brand-id-columns.ts'

const run = promisify(execFile)
const server = join(import.meta.dirname, '../apps/server')
const target = process.argv[2] ?? join(server, 'src/platform/database/schema.generated.ts')

await using postgres = await startPostgres()
const url = await postgres.createDatabase()
await run(
  join(server, 'node_modules/.bin/kysely-codegen'),
  [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    target,
    '--exclude-pattern',
    'schema_migrations',
    '--type-mapping',
    '{"int8":"number"}',
  ],
  { cwd: server },
)
await writeFile(target, brandIdColumns(await readFile(target, 'utf8')))
