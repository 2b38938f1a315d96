import { expect, test } from 'vitest'
import {
  compareHeads,
  compareRows,
  compareSchema,
  findRewritten,
  readRows,
  readSnapshot,
  type Snapshot,
  tablesToCount,
} from './schema-snapshot.policy.ts'

const lines = (...rows: [string, unknown][]) =>
  ['NOTICE: noise', ...rows.map(([letter, row]) => `${letter}${JSON.stringify(row)}`), 'T[broken', 'Z[]', ''].join('\n')

function snapshotOf(...rows: [string, unknown][]): Snapshot {
  const snapshot = readSnapshot(lines(...rows))
  if (snapshot === undefined) throw new Error('the output has its mark')
  return snapshot
}

const before = snapshotOf(
  ['T', ['public', 'users', '100', 8_192]],
  ['T', ['public', 'old', '101', 16_384]],
  ['C', ['public', 'users', 'id', 'integer not null']],
  ['C', ['public', 'users', 'email', 'text']],
  ['C', ['public', 'old', 'id', 'integer']],
  ['I', ['public', 'users', 'users_pkey', 'CREATE UNIQUE INDEX …']],
  ['S', ['public', 'users', 10, 0, 0]],
)

test('finds dropped, changed, and added parts, but not the parts of whole tables', () => {
  const after = snapshotOf(
    ['T', ['public', 'users', '200', 8_192]],
    ['T', ['public', 'fresh', '201', 0]],
    ['C', ['public', 'users', 'id', 'bigint not null']],
    ['C', ['public', 'users', 'phone', 'text']],
    ['C', ['public', 'fresh', 'id', 'integer']],
  )
  expect(compareSchema(before, after)).toEqual([
    { action: 'dropped', kind: 'table', name: 'public.old', detail: null },
    { action: 'added', kind: 'table', name: 'public.fresh', detail: null },
    { action: 'dropped', kind: 'column', name: 'public.users.email', detail: null },
    { action: 'changed', kind: 'column', name: 'public.users.id', detail: 'integer not null → bigint not null' },
    { action: 'added', kind: 'column', name: 'public.users.phone', detail: null },
    { action: 'dropped', kind: 'index', name: 'public.users.users_pkey', detail: null },
  ])
  expect(findRewritten(before, after)).toEqual([{ table: 'public.users', bytes: 8_192 }])
  expect(compareSchema(before, before)).toEqual([])
  expect(findRewritten(before, before)).toEqual([])
})

test('a column of a table whose name begins like a dropped one is still reported', () => {
  const wide = snapshotOf(
    ['T', ['public', 'old', '1', 0]],
    ['T', ['public', 'old2', '2', 0]],
    ['C', ['public', 'old2', 'id', 'integer']],
  )
  const after = snapshotOf(['T', ['public', 'old2', '2', 0]])
  expect(compareSchema(wide, after)).toEqual([
    { action: 'dropped', kind: 'table', name: 'public.old', detail: null },
    { action: 'dropped', kind: 'column', name: 'public.old2.id', detail: null },
  ])
})

test('counts rows, and what the engine counted itself', () => {
  const rows = (counts: Record<string, number>, inserted: number) => ({
    ...snapshotOf(['T', ['public', 'users', '1', 0]], ['S', ['public', 'users', inserted, 4, 1]]),
    rows: new Map(Object.entries(counts)),
  })
  expect(compareRows(rows({ 'public.users': 10 }, 10), rows({ 'public.users': 12 }, 13))).toEqual([
    { table: 'public.users', before: 10, after: 12, inserted: 3, updated: 0, deleted: 0 },
  ])
  expect(compareRows(rows({ 'public.users': 10 }, 10), rows({ 'public.users': 10 }, 10))).toEqual([])
})

test('a storage id that is missing is never a rewrite', () => {
  const mariadb = snapshotOf(['T', [null, 'users', null, 0]])
  const after = snapshotOf(['T', [null, 'users', 7, 0]])
  expect(findRewritten(mariadb, after)).toEqual([])
  expect(findRewritten(after, mariadb)).toEqual([])
})

test('counts tables of migration tools first, and reads their heads', () => {
  const snapshot = snapshotOf(
    ['T', ['public', 'a', '1', 0]],
    ['T', ['public', 'alembic_version', '2', 0]],
    ['T', ['public', 'b', '3', 0]],
  )
  const names = tablesToCount(snapshot, 2).map(([name]) => name)
  expect(names).toEqual(['public.alembic_version', 'public.a'])
  const counted = readRows(lines(['N', [0, 2]], ['N', [1, '5']], ['N', [9, 1]]), names)
  expect([...counted]).toEqual([
    ['public.alembic_version', 2],
    ['public.a', 5],
  ])
  const one = { ...snapshot, rows: new Map([['public.alembic_version', 1]]) }
  expect(compareHeads(one, { ...snapshot, rows: counted })).toEqual([
    { table: 'public.alembic_version', before: 1, after: 2 },
  ])
})

test('rejects output without the mark at the end', () => {
  expect(readSnapshot('psql: error: connection refused')).toBeUndefined()
})
