/** Row-level security isolates organizations in the database, even when a query forgets its `where` clause. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids/type-id.ts'

const { url, database } = await useTestDatabase()
const [mine, theirs] = [newId('org'), newId('org')]
const tables = [
  'organizations',
  'memberships',
  'invitations',
  'api_tokens',
  'idempotency_keys',
  'audit_heads',
  'audit_log',
] as const

beforeAll(async () => {
  const superuser = connectAsSuperuser(url)
  for (const [organization, name] of [
    [mine, 'mine'],
    [theirs, 'theirs'],
  ] as const) {
    const user = newId('usr')
    await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
      user,
      `${name}@example.com`,
    ])
    await superuser.query(`insert into organizations (id, name) values ($1, $2)`, [organization, name])
    await superuser.query(`insert into memberships (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')`, [
      newId('mem'),
      organization,
      user,
    ])
    await superuser.query(
      `insert into invitations (id, organization_id, email, email_key, role, token_hash, expires_at) values ($1, $2, 'x@example.com', 'x@example.com', 'viewer', $3, now())`,
      [newId('inv'), organization, Buffer.from(name)],
    )
    await superuser.query(
      `insert into api_tokens (id, organization_id, user_id, name, token_hash, hint, scopes) values ($1, $2, $3, 'ci', $4, 'abcd', '{}')`,
      [newId('tok'), organization, user, Buffer.from(name)],
    )
    await superuser.query(`insert into idempotency_keys (organization_id, key, request_hash) values ($1, 'k', 'h')`, [
      organization,
    ])
    await superuser.query(
      `select append_audit(row($1::uuid, 0, $2::uuid, 'system', null, 'test', 'a.b', 'x', null, '{}', '', '', now(), '', '')::audit_log)`,
      [organization, newId('aud')],
    )
  }
  await superuser.end()
})

describe.each(tables)('%s', (table) => {
  const owner = table === 'organizations' ? 'id' : 'organization_id'

  test('a tenant transaction without a where clause sees its own rows only', async () => {
    const rows = await database.tenant(mine, (tx) =>
      sql<{ owner: string }>`select ${sql.ref(owner)} as owner from ${sql.table(table)}`.execute(tx),
    )
    expect(rows.rows.length).toBeGreaterThan(0)
    expect(new Set(rows.rows.map((row) => row.owner))).toEqual(new Set([mine]))
  })

  test('the system role sees the rows of both', async () => {
    const rows = await sql<{
      owner: string
    }>`select distinct ${sql.ref(owner)} as owner from ${sql.table(table)}`.execute(database.systemDb)
    expect(rows.rows.length).toBe(2)
  })

  test('an update or delete without a where clause affects no other organization', async () => {
    const before = await fingerprint(table, owner)
    for (const statement of [
      sql`update ${sql.table(table)} set ${sql.ref(owner)} = ${sql.ref(owner)}`,
      sql`delete from ${sql.table(table)}`,
    ]) {
      await database
        .tenant(mine, async (tx) => {
          await statement.execute(tx)
          throw new Error('taken back')
        })
        .catch(() => undefined)
    }
    await database
      .tenant(mine, (tx) => sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${theirs}`.execute(tx))
      .catch(() => undefined)
    expect(await fingerprint(table, owner)).toBe(before)
  })

  test("a row can't be moved to another organization", async () => {
    const give = database.tenant(mine, (tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(owner)} = ${theirs}`.execute(tx),
    )
    await expect(give).rejects.toThrow(/row-level security|permission denied/)
  })
})

test("a row can't be added to another organization", async () => {
  const add = database.tenant(mine, (tx) =>
    tx
      .insertInto('idempotency_keys')
      .values({ organization_id: theirs, key: 'planted', request_hash: Buffer.from('h') })
      .execute(),
  )
  await expect(add).rejects.toThrow(/row-level security/)
})

test('member profiles are visible only within the organization', async () => {
  const rows = await database.tenant(mine, (tx) => tx.selectFrom('member_profiles').select('email').execute())
  expect(rows).toEqual([{ email: 'mine@example.com' }])
})

test("the tenant role can't read tables of users at all", async () => {
  for (const table of [
    'users',
    'sessions',
    'refresh_tokens',
    'one_time_codes',
    'password_resets',
    'mfa_challenges',
    'mfa_recovery_codes',
    'known_devices',
    'setup_links',
    'device_sign_ins',
    'rate_limits',
  ]) {
    const read = database.tenant(mine, (tx) => sql`select 1 from ${sql.table(table)}`.execute(tx))
    await expect(read, table).rejects.toThrow(/permission denied/)
  }
})

test('the organization setting ends with its transaction', async () => {
  await database.tenant(mine, (tx) => sql`select 1`.execute(tx))
  const rows = await database.tenant(theirs, (tx) => tx.selectFrom('organizations').select('name').execute())
  expect(rows).toEqual([{ name: 'theirs' }])
})

async function fingerprint(table: string, owner: string): Promise<string> {
  const rows = await sql<{
    text: string
  }>`select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${sql.table(table)} t where ${sql.ref(owner)} = ${theirs}`.execute(
    database.systemDb,
  )
  return rows.rows[0]?.text ?? ''
}
