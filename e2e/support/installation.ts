/**
 * The folder that `init` writes for an operator, and the database logins that its compose.yaml gives to each process. So the processes of
 * the test have what they have in an installation, whatever the checkout calls it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { mustRun } from '../fixtures/run.ts'
import type { Checkout } from './checkout.ts'
import type { Logins } from './instance.ts'

export interface Installation extends AsyncDisposable {
  readonly folder: string
  /** The installed compose.yaml. */
  readonly compose: string
  /** The variables of `.env`. */
  readonly settings: Readonly<Record<string, string | undefined>>
  createDatabase(postgres: TestPostgres): Promise<Logins>
}

export async function install(checkout: Checkout, publicUrl: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-installation-'))
  await checkout.command(['init', folder, '--url', publicUrl])
  const compose = await readFile(join(folder, 'compose.yaml'), 'utf8')
  return {
    folder,
    compose,
    settings: parseEnv(await readFile(join(folder, '.env'), 'utf8')),
    createDatabase: (postgres) => createDatabase({ checkout, folder, compose }, postgres),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Parts {
  readonly checkout: Checkout
  readonly folder: string
  readonly compose: string
}

/** As the container of PostgreSQL and the service `migrate` do it. */
async function createDatabase(parts: Parts, postgres: TestPostgres): Promise<Logins> {
  const { checkout, folder, compose } = parts
  await removeTemplate(postgres)
  const passwordFiles = Object.fromEntries(
    [...secretsOf(compose, 'postgres')].map(([name, secret]) => [`${name}_FILE`, join(folder, 'secrets', secret)]),
  )
  const path = `${process.env.PG_BIN ?? ''}:${process.env.PATH ?? ''}`
  const environment = { ...passwordFiles, PATH: path, PGHOST: postgres.folder, POSTGRES_USER: 'postgres' }
  for (const [, script = ''] of compose.matchAll(/- \.\/(\S+\.sh):\/docker-entrypoint-initdb\.d\//g))
    await mustRun(['bash', join(folder, script)], { environment })
  const loginsOf = (service: string) => readLogins(parts, service, postgres)
  const migration = await loginsOf('migrate')
  await checkout.command(['migrate'], migration)
  const [, name = ''] = /@\/(\w+)\?/.exec(Object.values(migration).join()) ?? []
  return {
    superuser: `postgresql://postgres@/${name}?host=${encodeURIComponent(postgres.folder)}`,
    api: await loginsOf('api'),
    worker: await loginsOf('worker'),
  }
}

/** The migrated template belongs to this checkout, and roles belong to the whole cluster. */
async function removeTemplate(postgres: TestPostgres): Promise<void> {
  await using sql = createSqlClient(postgres.url)
  const databases = await sql.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database where datname like 'longshore%'`,
  )
  for (const { name } of databases) await sql.query(`drop database ${name}`)
  const roles = await sql.query<{ name: string }>(
    `select quote_ident(rolname) as name from pg_roles where rolname like 'longshore%'`,
  )
  for (const { name } of roles) await sql.query(`drop role ${name}`)
}

/** A service's settings with a database URL, at the test's socket. */
async function readLogins(
  { folder, compose }: Parts,
  service: string,
  postgres: TestPostgres,
): Promise<Record<string, string>> {
  const logins: Record<string, string> = {}
  for (const [setting, secret] of secretsOf(compose, service)) {
    const value = (await readFile(join(folder, 'secrets', secret), 'utf8')).trim()
    const [, login, name] = /^postgresql:\/\/([^@]+)@[^/]+\/(\w+)$/.exec(value) ?? []
    if (login !== undefined)
      logins[setting] = `postgresql://${login}@/${name}?host=${encodeURIComponent(postgres.folder)}`
  }
  return logins
}

/** Settings that a service reads from files, and the secrets in these files. */
function secretsOf(compose: string, service: string): Map<string, string> {
  const block = blockAt(compose, new RegExp(`^  ${service}:$`, 'm'), /^ {0,2}\S/m)
  const inherited = [...block.matchAll(/<<: \*([\w-]+)/g)].map(([, name = '']) =>
    blockAt(compose, new RegExp(`&${name}$`, 'm'), /^\S/m),
  )
  const found = [...inherited, block].join('\n').matchAll(/^\s+(\w+)_FILE: \/run\/secrets\/(\S+)$/gm)
  return new Map([...found].map(([, setting = '', secret = '']) => [setting, secret]))
}

function blockAt(text: string, start: RegExp, end: RegExp): string {
  const at = start.exec(text)
  if (at === null) throw new Error(`compose.yaml has nothing like ${start}`)
  const rest = text.slice(at.index + at[0].length + 1)
  return rest.slice(0, end.exec(rest)?.index)
}
