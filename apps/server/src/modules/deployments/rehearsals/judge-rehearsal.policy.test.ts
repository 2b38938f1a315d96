import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { defaultRehearsal } from '../../environments/rehearsal-settings.schemas.ts'
import { judgeRehearsal, statusOf } from './judge-rehearsal.policy.ts'
import type { RehearsalFacts, RehearsedCommand, RehearsedDatabase } from './rehearsal.schemas.ts'

const mebibyte = 1024 ** 2
const rules = { ...defaultRehearsal, maxLockSeconds: 5, maxSeconds: 60, largeTableBytes: 100 * mebibyte }

test('a command that changes nothing harmful passes', () => {
  expect(judgeRehearsal(facts({}), rules)).toEqual([])
  expect(statusOf([], 'stop')).toBe('passed')
})

test.each([
  ['command_failed', { exitCode: 1 }],
  ['command_failed', { exitCode: 137, oomKilled: true }],
  ['over_time', { end: 'timed_out', exitCode: null }],
  ['over_time', { durationMs: 60_001 }],
  ['disk_exceeded', { end: 'disk_exceeded', exitCode: null }],
  ['several_heads', { output: 'Multiple head revisions are present for given argument' }],
  ['several_heads', { output: 'Conflicting migrations detected; multiple leaf nodes in the migration graph' }],
] satisfies [string, Partial<RehearsedCommand>][])('%s stops, from %o', (rule, command) => {
  const findings = judgeRehearsal(facts({ command }), rules)
  expect(findings.map((each) => each.rule)).toEqual([rule])
  expect(statusOf(findings, 'stop')).toBe('stopped')
  expect(statusOf(findings, 'report')).toBe('reported')
})

const lock = {
  relation: 'public.orders',
  mode: 'AccessExclusiveLock',
  blocks: 'reads',
  heldMs: 5_001,
  waitMs: 0,
} as const
const rewritten = [{ table: 'public.orders', bytes: 100 * mebibyte, isBlocking: true }]

test.each([
  ['long_lock', { locks: [lock] }],
  ['long_lock', { locks: [{ ...lock, blocks: 'writes' }] }],
  ['table_rewritten', { rewritten }],
  ['disk_exceeded', { diskGrowthBytes: rules.maxDiskGrowthBytes + 1 }],
  ['several_heads', { heads: [{ table: 'public.alembic_version', before: 1, after: 2 }] }],
] satisfies [string, Partial<RehearsedDatabase>][])('%s stops, whatever is allowed', (rule, database) => {
  const findings = judgeRehearsal(facts({ database }), { ...rules, allowDestructive: true })
  expect(findings).toMatchObject([{ rule, service: 'db', stops: true }])
})

test.each([
  ['destructive_change', { schema: [{ action: 'dropped', kind: 'column', name: 'public.users.email', detail: null }] }],
  ['destructive_change', { schema: [{ action: 'dropped', kind: 'table', name: 'public.users', detail: null }] }],
  ['rows_removed', { rows: [rowsOf(1_000, 500)] }],
  [
    'queries_fail',
    {
      queries: {
        offered: true,
        reason: null,
        replayed: 2,
        failing: [{ query: 'select email from users', error: '42703' }],
      },
    },
  ],
] satisfies [string, Partial<RehearsedDatabase>][])(
  '%s stops unless destructive changes are allowed',
  (rule, database) => {
    expect(judgeRehearsal(facts({ database }), rules)).toMatchObject([{ rule, stops: true }])
    const allowed = judgeRehearsal(facts({ database }), { ...rules, allowDestructive: true })
    expect(allowed).toMatchObject([{ rule, stops: false }])
    expect(statusOf(allowed, 'stop')).toBe('reported')
  },
)

test.each([
  ['a short lock', { locks: [{ ...lock, heldMs: 5_000 }] }],
  ['a long lock that blocks only schema changes', { locks: [{ ...lock, blocks: 'changes', heldMs: 90_000 }] }],
  ['a rewritten small table', { rewritten: [{ table: 'public.orders', bytes: 100 * mebibyte - 1, isBlocking: true }] }],
  [
    'a large table that was rewritten without a lock',
    { rewritten: [{ table: 'public.orders', bytes: 200 * mebibyte, isBlocking: false }] },
  ],
  ['a dropped index', { schema: [{ action: 'dropped', kind: 'index', name: 'public.users_email', detail: null }] }],
  ['an added column', { schema: [{ action: 'added', kind: 'column', name: 'public.users.phone', detail: null }] }],
  ['a few removed rows', { rows: [rowsOf(1_000, 501)] }],
  ['an empty table that stays empty', { rows: [rowsOf(0, 0)] }],
  ['rows that were counted only once', { rows: [rowsOf(null, 0), rowsOf(3, null)] }],
  ['heads that were there before', { heads: [{ table: 'public.alembic_version', before: 2, after: 2 }] }],
] satisfies [string, Partial<RehearsedDatabase>][])('accepts %s', (_, database) => {
  expect(judgeRehearsal(facts({ database }), rules)).toEqual([])
})

test('a command that never started adds nothing to the one that failed', () => {
  const failed = facts({ command: { exitCode: 1 } })
  const second = { ...command({}), service: 'other', end: 'not_started' as const, exitCode: null }
  expect(judgeRehearsal({ ...failed, commands: [...failed.commands, second] }, rules)).toHaveLength(1)
})

function rowsOf(before: number | null, after: number | null) {
  return { table: 'public.users', before, after, inserted: null, updated: null, deleted: null }
}

function command(changes: Partial<RehearsedCommand>): RehearsedCommand {
  return { service: 'web', end: 'exited', exitCode: 0, oomKilled: false, durationMs: 100, output: '', ...changes }
}

function facts(changes: {
  command?: Partial<RehearsedCommand>
  database?: Partial<RehearsedDatabase>
}): RehearsalFacts {
  const database: RehearsedDatabase = {
    service: 'db',
    engine: 'postgres',
    backupId: newId('bkp'),
    backupAt: new Date(),
    restoredBytes: 1,
    restoreMs: 1,
    diskBytes: 1,
    diskGrowthBytes: 0,
    locks: [],
    rewritten: [],
    schema: [],
    rows: [],
    heads: [],
    queries: { offered: false, reason: 'none', replayed: 0, failing: [] },
    ...changes.database,
  }
  return { commands: [command(changes.command ?? {})], databases: [database] }
}
