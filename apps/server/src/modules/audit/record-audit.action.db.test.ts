import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { listAudit } from './audit.repository.ts'
import type { AuditAction } from './audit-actions.schemas.ts'
import { findBrokenAuditChains, recordUserAudit } from './index.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const user = { id: newId('usr'), email: 'ada@example.com' }
const context = { requestId: 'r', ip: '192.0.2.1', userAgent: '' }
let organizationId = newId('org')

beforeEach(async () => {
  organizationId = newId('org')
  await superuser.query('insert into organizations (id, name) values ($1, $2)', [organizationId, 'Audited'])
})

async function record(action: AuditAction, detail: Record<string, unknown> = {}): Promise<void> {
  await database.tenant(organizationId, (tx) =>
    recordUserAudit(tx, organizationId, { user, context, action, targetKind: 'user', targetId: user.id, detail }),
  )
}

test('rows written at the same time form one unbroken chain', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => record('session.created', { index, text: 'ü "quoted" \\ \u2028' })),
  )
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from audit_log where organization_id = ${organizationId}`.execute(database.systemDb)
  expect(rows[0]?.count).toBe(30)
  expect(await findBrokenAuditChains(database)).toEqual([])
})

test.each([
  ['a changed row', 'update audit_log set detail = \'{"x": 1}\' where organization_id = $1 and seq = 2', 2],
  ['a removed row', 'delete from audit_log where organization_id = $1 and seq = 2', 3],
  ['a removed end', 'delete from audit_log where organization_id = $1 and seq = 4', 4],
])('detects %s', async (_, statement, seq) => {
  for (let index = 0; index < 4; index += 1) await record('session.created', { index })
  const client = await superuser.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement, [organizationId])
  client.release(true)
  expect(await findBrokenAuditChains(database)).toContainEqual({ organizationId, seq })
})

test.each(['longshore_tenant', 'longshore_system'])('%s can only append', async (role) => {
  await record('session.created')
  for (const statement of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
    const client = await superuser.connect()
    await client.query(`begin; set local role ${role}; set local longshore.organization_id = '${organizationId}'`)
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)
    client.release(true)
  }
})

test('rejects changes by the table owner unless the trigger is removed', async () => {
  await record('session.created')
  await expect(superuser.query(`update audit_log set action = 'x'`)).rejects.toThrow(/append-only/)
  await expect(superuser.query('delete from audit_log')).rejects.toThrow(/append-only/)
  await expect(superuser.query('truncate audit_log')).rejects.toThrow(/append-only/)
})

test('a change that cannot be audited is rolled back, and the caller can retry', async () => {
  const change = database.tenant(organizationId, async (tx) => {
    await sql`update organizations set name = 'Changed'`.execute(tx)
    // The table rejects this ID. It represents any reason why a row can't be written.
    await recordUserAudit(tx, organizationId, {
      user: { ...user, id: 'not-a-uuid' as never },
      context,
      action: 'session.created',
      targetKind: 'user',
      targetId: null,
    })
  })
  await expect(change).rejects.toMatchObject({ problem: { code: 'unavailable', status: 503 }, retryAfterSeconds: 5 })
  const { rows } = await superuser.query('select name from organizations where id = $1', [organizationId])
  expect(rows).toEqual([{ name: 'Audited' }])
})

test('a search matches actions, people, IP addresses, and details, and takes wildcards literally', async () => {
  await record('project.created', { name: 'shop_100%' })
  await record('server.updated', { name: 'shop-100x' })
  const find = async (q: string) =>
    await database.tenant(organizationId, (tx) =>
      listAudit(tx, organizationId, { before: undefined, limit: 10, action: undefined, q }),
    )
  expect((await find('SHOP_100%')).map(({ action }) => action)).toEqual(['project.created'])
  expect((await find('server.')).map(({ action }) => action)).toEqual(['server.updated'])
  expect(await find('ada@example')).toHaveLength(2)
  expect(await find('192.0.2')).toHaveLength(2)
  expect(await find('nothing')).toEqual([])
})
