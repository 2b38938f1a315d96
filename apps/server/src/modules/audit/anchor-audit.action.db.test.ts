import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { anchorAudit, findBrokenAnchors } from './anchor-audit.action.ts'
import { createAnchorKeys } from './audit-anchor.crypto.ts'
import { findBrokenAuditChains, recordSystemAudit } from './index.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const identity = (letter: string) => new Secret(`AGE-SECRET-KEY-1${letter.repeat(58)}`)
const keys = createAnchorKeys([identity('A')], [{ keyId: 'first' }])
let organizationId = newId('org')

beforeEach(async () => {
  await rewrite('delete from audit_anchors; delete from audit_log; delete from audit_heads')
  organizationId = newId('org')
  for (let index = 0; index < 3; index += 1) await record()
})

async function record(): Promise<void> {
  const note = { action: 'session.created', targetKind: 'user', targetId: null } as const
  await database.tenant(organizationId, (tx) => recordSystemAudit(tx, organizationId, note))
}

/** Runs with all database privileges and without the triggers that guard the log. */
async function rewrite(statement: string): Promise<void> {
  const client = await superuser.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement)
  client.release(true)
}

/** Recomputes every hash, so the chain is consistent in itself. */
const rechained = `do $$
declare entry audit_log; previous bytea := '\\x00';
begin
  for entry in select * from audit_log order by seq loop
    update audit_log l set previous_hash = previous, hash = audit_hash(previous, l) where id = entry.id returning hash into previous;
  end loop;
  update audit_heads set seq = (select max(seq) from audit_log), hash = previous;
end $$`

test('signs the end of each log once', async () => {
  expect(await anchorAudit(database, keys)).toEqual({ anchored: 1, broken: [] })
  expect(await anchorAudit(database, keys)).toEqual({ anchored: 0, broken: [] })
  await record()
  expect(await anchorAudit(database, keys)).toEqual({ anchored: 1, broken: [] })
  expect(await findBrokenAnchors(database, keys)).toEqual([])
})

test.each([
  ['a rewritten entry', `update audit_log set action = 'x.y' where seq = 2`],
  ['a removed end', 'delete from audit_log where seq = 3'],
])('finds %s although the chain was recomputed, and does not sign it', async (_, statement) => {
  await anchorAudit(database, keys)
  await rewrite(statement)
  await rewrite(rechained)
  expect(await findBrokenAuditChains(database)).toEqual([])
  await record()
  expect(await anchorAudit(database, keys)).toEqual({ anchored: 0, broken: [{ organizationId, seq: 3 }] })
  expect(await findBrokenAnchors(database, keys)).toEqual([{ organizationId, seq: 3 }])
})

test('finds a forged anchor', async () => {
  await anchorAudit(database, keys)
  await rewrite(`update audit_log set action = 'x.y' where seq = 2`)
  await rewrite(rechained)
  await rewrite('update audit_anchors set hash = (select hash from audit_heads)')
  expect((await anchorAudit(database, keys)).broken).toEqual([{ organizationId, seq: 3 }])
})

test('ignores anchors of a retired key', async () => {
  await anchorAudit(database, keys)
  const next = createAnchorKeys([identity('B'), identity('A')], [{ keyId: 'second' }, { keyId: 'first' }])
  expect(await findBrokenAnchors(database, next)).toEqual([])
  expect(await findBrokenAnchors(database, next.slice(0, 1))).toEqual([])
  const other = createAnchorKeys([identity('C')], [{ keyId: 'first' }])
  expect(await findBrokenAnchors(database, other)).toEqual([{ organizationId, seq: 3 }])
})
