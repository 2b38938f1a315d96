import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestProjects } from '../../../testing/test-projects.ts'
import { createDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { readSnapshot } from './read-snapshot.ts'
import { writeSnapshot } from './write-snapshot.ts'

/** Same setup as production: the login owns its database and isn't a superuser. */
const owner = `t_owner_${randomBytes(4).toString('hex')}`
const made: string[] = []
let source: string
let whole: Buffer

beforeAll(async () => {
  await asPostgres(`create role ${owner} login createrole`)
  // The row-level security roles already exist, created by another login.
  await asPostgres(`grant longshore_tenant, longshore_system to ${owner} with admin option`)
  source = await newDatabase()
  await migrate(source)
  await fill(source)
  whole = await collect(writeSnapshot({ url: source, about: { instance: 'x' }, without: ['sessions'] }))
}, 60_000)

afterAll(async () => {
  for (const name of made) await asPostgres(`drop database ${name} with (force)`)
})

it('loads every row into an empty database, of any owner, and keeps row-level security', async () => {
  const target = await newDatabase()
  const { tables } = await load(target, whole)
  expect(tables.users?.rows).toBeGreaterThan(1)
  expect(tables.audit_log?.rows).toBeGreaterThan(1)
  expect(tables.events?.rows).toBeGreaterThan(1)
  expect(await hashes(target)).toEqual({ ...(await hashes(source)), sessions: 'none' })
  expect(await structure(target)).toEqual(await structure(source))
})

it('continues sequences after the values that were used', async () => {
  const target = await newDatabase()
  await load(target, whole)
  const next = `select nextval('workflow_fences')::int as fence`
  expect(await ask(target, next)).toEqual(await ask(source, next))
})

it('replaces the empty tables of a newer release, and applies newer migrations afterwards', async () => {
  const target = await newDatabase()
  await migrate(target)
  await load(target, whole)
  expect((await hashes(target)).users).toEqual((await hashes(source)).users)
})

it('never overwrites a database with accounts', async () => {
  await expect(load(source, whole)).rejects.toThrow('has accounts')
})

it('loads nothing when the last row differs, when the end is missing, or when extra data follows', async () => {
  for (const [bad, why] of [
    [whole.subarray(0, whole.length - 40), 'ends too early'],
    [Buffer.concat([whole, Buffer.from('{}\n')]), 'continues after its end'],
    [changed(whole), 'are not those that were written'],
  ] as const) {
    const target = await newDatabase()
    await expect(load(target, bad)).rejects.toThrow(why)
    expect(await ask(target, 'select count(*)::int as n from users')).toEqual([{ n: 0 }])
    // A retry with a valid snapshot succeeds.
    await load(target, whole)
  }
})

it('refuses a snapshot of a newer release', async () => {
  const text = whole
    .toString()
    .replace('"migrations":[', `"migrations":[{"version":"9999","sha256":"${'a'.repeat(64)}"},`)
  await expect(load(await newDatabase(), Buffer.from(text))).rejects.toThrow('newer release')
})

it('reads chunks of any size', async () => {
  const sums = await readSnapshot(inChunks(whole, 7), { table: async (_, rows) => void (await collect(rows)) })
  const again = await readSnapshot(inChunks(whole, 1 << 16), { table: async (_, rows) => void (await collect(rows)) })
  expect(sums).toEqual(again)
})

function changed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.lastIndexOf('@example.com')
  copy.write('@example.org', at)
  return copy
}

async function load(url: string, bytes: Buffer) {
  return await loadSnapshot({
    url,
    source: inChunks(bytes, 10_000),
    validate: () => undefined,
    afterRows: async () => undefined,
  })
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function fill(url: string): Promise<void> {
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'test' })
  const fixture = await createTestProjects(database)
  for (let count = 0; count < 3; count += 1) await fixture.analyzed(await fixture.newActor())
  await ask(url, `set role longshore_system; insert into rate_limits values ('\\x00ff5c2e0a', 1, 'infinity')`)
}

/** Reads as a superuser, which bypasses all policies. */
async function hashes(url: string): Promise<Record<string, string>> {
  const all = url.replace(`${owner}@`, 'postgres@')
  const tables = await ask(
    all,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname <> 'schema_migrations' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await ask(
      all,
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), 'none') as sum from ${name} t`,
    )
    found[name] = row?.sum ?? ''
  }
  return found
}

/** Reads constraints, policies and triggers. */
async function structure(url: string) {
  return await ask(
    url,
    `select conrelid::regclass::text as on, conname::text as name, pg_get_constraintdef(oid) as is from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select relname, 'wall', concat(relrowsecurity, relforcerowsecurity) from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
     order by 1, 2`,
  )
}

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked
async function ask(url: string, text: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query(text)
    return result.rows
  } finally {
    await client.end()
  }
}

async function asPostgres(text: string): Promise<void> {
  await ask(inject('postgresUrl'), text)
}

async function newDatabase(): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await asPostgres(`create database ${name} owner ${owner}`)
  made.push(name)
  return inject('postgresUrl').replace('/postgres?', `/${name}?`).replace('postgres@', `${owner}@`)
}
