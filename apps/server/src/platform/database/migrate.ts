/**
 * Plain SQL migrations, append-only, each in its own transaction, all under one advisory lock. Two processes that start
 * at once apply each file once, and the next start continues after a process was killed.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const lockKey = 7_203_114_551
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
export const migrationsFolder = join(import.meta.dirname, '../../../migrations')

export interface MigrateOptions {
  folder?: string
  /** Applies only these migrations, whose hashes must match; for loading a snapshot of an older release. */
  only?: readonly { version: string; sha256: string }[]
}

export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'longshore-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists schema_migrations (
      version text primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`)
    return await applyMissing(client, options)
  } finally {
    await client.end()
  }
}

/** Whether any release has ever migrated this database. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'longshore-migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('schema_migrations') is not null as found`,
    )
    return rows[0]?.found === true
  } finally {
    await client.end()
  }
}

/** Lists files that aren't applied yet, without changing anything. */
export async function pendingMigrations(url: string, folder = migrationsFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'longshore-migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('select version from schema_migrations')
    const applied = new Set(rows.map((row) => row.version))
    return (await listMigrations(folder)).filter((name) => !applied.has(name.slice(0, 4)))
  } finally {
    await client.end()
  }
}

/** Lists migration names in the order in which they are applied. */
export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => fileName.test(name)).sort()
}

async function applyMissing(client: pg.Client, { folder = migrationsFolder, only }: MigrateOptions): Promise<string[]> {
  const { rows } = await client.query<{ version: string; sha256: string }>(
    'select version, sha256 from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.version, row.sha256]))
  const wanted = only === undefined ? null : new Map(only.map(({ version, sha256 }) => [version, sha256]))
  const all = await listMigrations(folder)
  const names = wanted === null ? all : all.filter((name) => wanted.has(name.slice(0, 4)))
  if (wanted !== null && names.length < wanted.size) throw new Error('it is of a newer release than this one')
  const done: string[] = []
  for (const name of names) {
    const version = name.slice(0, 4)
    const text = await readFile(join(folder, name), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (wanted !== null && wanted.get(version) !== sha256)
      throw new Error(`migration ${name} is another one than the one that was applied there`)
    const known = applied.get(version)
    if (known === sha256) continue
    if (known !== undefined)
      throw new Error(`migration ${name} was changed after it was applied; add a new file instead`)
    await applyOne(client, { version, name, text, sha256 })
    done.push(name)
  }
  return done
}

async function applyOne(client: pg.Client, file: { version: string; name: string; text: string; sha256: string }) {
  await client.query('begin')
  try {
    await client.query(file.text)
    await client.query('insert into schema_migrations (version, name, sha256) values ($1, $2, $3)', [
      file.version,
      file.name,
      file.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${file.name} failed`, { cause: error })
  }
}
