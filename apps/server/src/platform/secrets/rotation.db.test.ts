import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { countSealedByKey, retireKey } from './key-retirement.ts'
import { assertRecipientRegistered } from './keyring.ts'
import { assertIdentitiesOpenEverything } from './open-keyring.ts'
import { rotateSealedColumns } from './rotation.ts'
import { createSealer } from './seal.ts'
import { contextOf, defineSealedColumn } from './sealed-column.ts'
import { createUnsealer, generateIdentity } from './unseal.ts'

const { database, url } = await useTestDatabase()
const old = await generateIdentity()
const fresh = await generateIdentity()
const oldSealer = createSealer(old.recipient)
const sealer = createSealer(fresh.recipient)
const unsealer = await createUnsealer([fresh.identity, old.identity])
const freshOnly = await createUnsealer([fresh.identity])
const column = defineSealedColumn({
  table: 'rotated_things',
  idColumn: 'id',
  column: 'secret',
  organizationColumn: 'organization_id',
})
const columns = [column]

const admin = new pg.Pool({ connectionString: url, max: 4 })
afterAll(() => admin.end())
await admin.query(`create table rotated_things (id uuid primary key, organization_id uuid not null, secret text);
  grant select, insert, update, delete on rotated_things to longshore_system`)

interface Row {
  id: string
  organization: string
}

beforeEach(async () => {
  await admin.query('truncate rotated_things')
})

async function seed(count: number): Promise<Row[]> {
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), organization: randomUUID() }))
  await Promise.all(rows.map((row) => write(row, `value of ${row.id}`, oldSealer, 'insert')))
  return rows
}

async function write(row: Row, value: string, by = sealer, how: 'insert' | 'update' = 'update'): Promise<void> {
  const sealed = await by.seal(contextOf(column, row.id, row.organization), value)
  if (how === 'insert')
    await admin.query('insert into rotated_things values ($1, $2, $3)', [row.id, row.organization, sealed])
  else await admin.query('update rotated_things set secret = $2 where id = $1', [row.id, sealed])
}

async function read(row: Row, by = freshOnly): Promise<string> {
  const { rows } = await admin.query('select secret from rotated_things where id = $1', [row.id])
  return (await by.unseal(contextOf(column, row.id, row.organization), rows[0].secret)).reveal()
}

test('moves every value to the new key, and a second run finds nothing to do', async () => {
  const rows = await seed(250)
  await admin.query('insert into rotated_things values ($1, $2, null)', [randomUUID(), randomUUID()])
  const steps: number[] = []
  const options = { database, unsealer, sealer, columns, batchSize: 40 }
  const result = await rotateSealedColumns({ ...options, onProgress: ({ rotated }) => void steps.push(rotated) })
  expect(result).toEqual({ rotated: 250, left: 0, failures: [] })
  expect(steps).toEqual([40, 80, 120, 160, 200, 240, 250])
  for (const row of rows) expect(await read(row)).toBe(`value of ${row.id}`)
  expect(await rotateSealedColumns(options)).toEqual({ rotated: 0, left: 0, failures: [] })
})

test('a write between reading and replacing wins, whichever key it used', async () => {
  const rows = await seed(20)
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new Error('no rows')
  let isWritten = false
  const slow = {
    ...sealer,
    seal: async (...args: Parameters<typeof sealer.seal>) => {
      if (!isWritten) {
        isWritten = true
        await write(first, 'written under the new key')
        await write(second, 'written under the old key', oldSealer)
      }
      return await sealer.seal(...args)
    },
  }
  const result = await rotateSealedColumns({ database, unsealer, sealer: slow, columns })
  expect(result).toMatchObject({ left: 0, failures: [] })
  expect(await read(first)).toBe('written under the new key')
  expect(await read(second)).toBe('written under the old key')
})

test("doesn't wait for a locked row; it follows when it is free", async () => {
  const rows = await seed(5)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from rotated_things where id = $1 for update', [rows[0]?.id])
  let progress = 0
  const result = await rotateSealedColumns({
    database,
    unsealer,
    sealer,
    columns,
    onProgress: () => {
      progress += 1
      if (progress === 1) void holder.query('commit').then(() => holder.end())
    },
  })
  expect(result).toEqual({ rotated: 5, left: 0, failures: [] })
})

test('reports damaged and moved values without changing them, and rotates the others', async () => {
  const rows = await seed(10)
  await admin.query(`update rotated_things set secret = secret || 'AAAA' where id = $1`, [rows[0]?.id])
  await admin.query(
    'update rotated_things set secret = (select secret from rotated_things where id = $2) where id = $1',
    [rows[1]?.id, rows[2]?.id],
  )
  const result = await rotateSealedColumns({ database, unsealer, sealer, columns })
  expect(result.rotated).toBe(8)
  expect(new Map(result.failures.map((failure) => [failure.row, failure.reason]))).toEqual(
    new Map([
      [rows[0]?.id, 'damaged'],
      [rows[1]?.id, 'wrong_context'],
    ]),
  )
})

test('three concurrent rotations and a stopped one leave every value readable', async () => {
  const rows = await seed(200)
  const options = { database, unsealer, sealer, columns, batchSize: 20 }
  const controller = new AbortController()
  const stopped = rotateSealedColumns({ ...options, signal: controller.signal, onProgress: () => controller.abort() })
  await expect(stopped).rejects.toThrow()
  const results = await Promise.all([1, 2, 3].map(() => rotateSealedColumns(options)))
  expect(results.every((result) => result.left === 0 && result.failures.length === 0)).toBe(true)
  for (const row of rows) expect(await read(row)).toBe(`value of ${row.id}`)
})

test('retires an old key only when nothing is sealed to it', async () => {
  await database.systemDb.deleteFrom('sealing_keys').execute()
  await assertRecipientRegistered(database, oldSealer)
  await assertIdentitiesOpenEverything(database, unsealer)
  await seed(3)
  await expect(retireKey(database, oldSealer.keyId, columns)).rejects.toThrow('3 values are still sealed')
  await rotateSealedColumns({ database, unsealer, sealer, columns })
  expect(await countSealedByKey(database, columns)).toEqual(new Map([[sealer.keyId, 3]]))
  await retireKey(database, oldSealer.keyId, columns)
  await assertIdentitiesOpenEverything(database, freshOnly)
  await expect(assertRecipientRegistered(database, oldSealer)).rejects.toThrow(/not one that the worker can open/)
})

test('refuses to rotate to a key other than the current one', async () => {
  await expect(rotateSealedColumns({ database, unsealer, sealer: oldSealer, columns })).rejects.toThrow(
    /first identity/,
  )
})

test('values of deleted rows move to the new key too, and keep their key from being retired until then', async () => {
  const [row] = await seed(1)
  if (row === undefined) throw new Error('one row was seeded')
  const [organization, item] = [row.organization, randomUUID()]
  await admin.query("insert into organizations (id, name) values ($1, 'Test')", [organization])
  await admin.query(
    `insert into trash_items (id, organization_id, kind, subject_id, name, status, deleted_by_kind, deleted_by_name, expires_at)
     values ($1, $2, 'registry', $3, 'x', 'kept', 'user', 'ada', now())`,
    [item, organization, row.id],
  )
  await admin.query(
    `insert into trash_rows (item_id, organization_id, table_name, key, depth, data)
     select $1, $2, 'rotated_things', jsonb_build_object('id', t.id), 0, to_jsonb(t) from rotated_things t where t.id = $3`,
    [item, organization, row.id],
  )
  await admin.query('delete from rotated_things')
  expect(await countSealedByKey(database, columns)).toEqual(new Map([[oldSealer.keyId, 1]]))
  const result = await rotateSealedColumns({ database, unsealer, sealer, columns })
  expect(result).toEqual({ rotated: 1, left: 0, failures: [] })
  expect(await countSealedByKey(database, columns)).toEqual(new Map([[sealer.keyId, 1]]))
  const { rows } = await admin.query("select data->>'secret' as secret from trash_rows where item_id = $1", [item])
  const opened = await freshOnly.unseal(contextOf(column, row.id, organization), rows[0].secret)
  expect(opened.reveal()).toBe(`value of ${row.id}`)
})
