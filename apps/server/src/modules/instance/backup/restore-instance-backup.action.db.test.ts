import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { systemClock } from '../../../platform/clock/clock.ts'
import { createDatabase, type Database } from '../../../platform/database/database.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import { createFolderStore } from '../../../platform/objects/folder-store.ts'
import { generateIdentity } from '../../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects } from '../../../testing/test-projects.ts'
import { createBackup } from './create-instance-backup.action.ts'
import { restoreBackup } from './restore-instance-backup.action.ts'

const { url, database } = await useTestDatabase()
const { identity, recipient } = await generateIdentity()
const { signal } = new AbortController()
const key = 'control-plane/one.age'
let folder: string
let restored: Database
let restoredUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-test-'))
  const fixture = await createTestProjects(database)
  await fixture.analyzed(await fixture.newActor())
  await query(`insert into workflow_runs (id, kind, key, input, status, fence, current_step, started_at, waiting_for) values
    ('00000000-0000-7000-8000-000000000001', 'k', 'k/queued', '{}', 'queued', 0, null, null, null),
    ('00000000-0000-7000-8000-000000000002', 'k', 'k/running', '{}', 'running', 7, 'second', now(), null),
    ('00000000-0000-7000-8000-000000000003', 'k', 'k/waiting', '{}', 'running', 8, 'first', now(), '{"type":"retry"}')`)
  await query(`insert into workflow_runs (id, kind, key, input, status, fence, finished_at)
    values ('00000000-0000-7000-8000-000000000009', 'done', 'k/done', '{}', 'succeeded', 1, now())`)
  await query(`insert into workflow_steps (run_id, name, phase, attempt, status, started_at, finished_at)
    values ('00000000-0000-7000-8000-000000000009', 'first', 'run', 1, 'succeeded', now(), now())`)
  await query(`insert into workflow_steps (run_id, name, phase, attempt, status, started_at, finished_at)
    values ('00000000-0000-7000-8000-000000000002', 'first', 'run', 1, 'succeeded', now(), now())`)
  await query(`insert into schedules (id, kind, key, input, cron, timezone, missed, next_run_at)
    values (gen_random_uuid(), 'k', 'k/daily', '{}', '0 3 * * *', 'UTC', 'run_once', now() - interval '3 days')`)
  await make()
  restoredUrl = await emptyDatabase()
  await restore(restoredUrl)
  restored = createDatabase({ url: restoredUrl, poolSize: 2, applicationName: 'test' })
}, 60_000)

afterAll(async () => {
  await restored[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

it('begins an epoch that outranks every fence issued after the backup, and waits for a confirmation', async () => {
  await query(`select next_fence() from generate_series(1, 1000)`)
  const [later] = await query('select next_fence() as fence')
  const [first] = await query('select next_fence() as fence', restoredUrl)
  expect(Number(first.fence)).toBeGreaterThan(Number(later.fence))
  expect(await findOpenRestore(restored.systemDb)).toMatchObject({ epoch: 2, restoredAt: expect.any(Date) })
})

it('no earlier run continues or undoes anything', async () => {
  const runs = await query(
    'select key, status, error, waiting_for, cancel_requested_at from workflow_runs where kind = $$k$$ order by id',
    restoredUrl,
  )
  expect(runs).toMatchObject([
    { key: 'k/queued', cancel_requested_at: expect.any(Date) },
    { key: 'k/running', error: { code: 'control_plane_restored' }, waiting_for: null },
    { key: 'k/waiting', error: { code: 'control_plane_restored' }, waiting_for: null },
  ])
  const undone = await query(
    `select run_id, name from workflow_steps where phase = 'undo' order by run_id, name`,
    restoredUrl,
  )
  expect(undone.map((row) => `${row.run_id.slice(-1)} ${row.name}`)).toEqual(['2 first', '2 second', '3 first'])
})

it("doesn't make up for missed schedules", async () => {
  const [row] = await query(`select next_run_at > now() as ahead from schedules where key = 'k/daily'`, restoredUrl)
  expect(row.ahead).toBe(true)
})

it('ends all sessions', async () => {
  expect(await query('select from sessions', restoredUrl)).toEqual([])
})

it('has no history of streams and of finished runs, and their numbers continue', async () => {
  const count = (table: string, at: string) => query(`select count(*)::int as n from ${table}`, at)
  for (const table of ['events', 'run_events']) {
    expect((await count(table, url))[0].n).toBeGreaterThan(0)
    expect(await count(table, restoredUrl)).toEqual([{ n: 0 }])
  }
  expect(await query(`select 1 from workflow_runs where key = 'k/done'`, restoredUrl)).toEqual([])
  const heads = 'select organization_id, seq from event_counters order by 1'
  expect(await query(heads, restoredUrl)).toEqual(await query(heads))
})

it("refuses a backup that a restore couldn't read, while it is written", async () => {
  const work = make('control-plane/three.age', createFolderStore(folder), 10_000)
  await expect(work).rejects.toMatchObject({ code: 'backup_too_large' })
  expect(await readdir(join(folder, 'control-plane'))).toEqual(['one.age'])
})

it("can't be opened with another key, and the database stays empty", async () => {
  const target = await emptyDatabase()
  const other = await generateIdentity()
  await expect(restore(target, other.identity)).rejects.toThrow('encrypted for another key')
  expect(await query(`select to_regclass('users') as found`, target)).toEqual([{ found: null }])
})

it('is removed when the store returns different bytes', async () => {
  const store = createFolderStore(folder)
  const broken = {
    ...store,
    read: (name: string, call: { signal: AbortSignal }) => store.read(name, { ...call, from: 1 }),
  }
  await expect(make('control-plane/two.age', broken)).rejects.toThrow()
  expect(await readdir(join(folder, 'control-plane'))).toEqual(['one.age'])
})

async function make(name = key, store = createFolderStore(folder), maximumBytes = 2 ** 40) {
  const about = { instanceId: 'i', version: '1' }
  const who = { recipients: [recipient] as [string], identity, signal }
  return await createBackup({ databaseUrl: url, store, key: name, ...about, ...who, maximumBytes })
}

async function restore(databaseUrl: string, by = identity) {
  const open = () => createFolderStore(folder).read(key, { signal })
  return await restoreBackup({ databaseUrl, open, identities: [by], now: new Date(systemClock.now()) })
}

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked
async function query(text: string, at = url): Promise<any[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await query(`create database ${name}`, inject('postgresUrl'))
  return inject('postgresUrl').replace('/postgres?', `/${name}?`)
}
