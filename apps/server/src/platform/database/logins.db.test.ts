import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findBrokenAuditChains } from '../../modules/audit/index.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { newId } from '../ids/type-id.ts'
import { createDatabase, type Database } from './database.ts'
import { ensureLogins, scramOf } from './logins.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { writeSnapshot } from './snapshot/write-snapshot.ts'

/** Same setup as a real installation: the owner isn't a superuser, and the logins own nothing. */
const base = inject('postgresUrl')
const as = (user: string) => base.replace(/\/\/[^@]*@/, `//${user}@`).replace('/postgres?', '/logins?')
const [ownerUrl, apiUrl, workerUrl] = [as('logins_owner'), as('logins_api'), as('logins_worker')]
const superuser = connectAsSuperuser(base)
const organizationId = newId('org')
const entry = `row('${organizationId}', 0, gen_random_uuid(), 'system', null, 'test', 'a.b', 'x', null, '{}', '', '', now(), '', '')::audit_log`
let api: pg.Client
let database: Database

beforeAll(async () => {
  await superuser.query('create role logins_owner login createrole')
  for (const role of ['longshore_tenant', 'longshore_system'])
    await superuser.query(`grant ${role} to logins_owner with admin option`)
  await superuser.query('create database logins owner logins_owner')
  await superuser.query('revoke all on database logins from public')
  await migrate(ownerUrl)
  await ensureLogins(ownerUrl, [apiUrl, workerUrl])
  // Run it twice, because every start runs it.
  await ensureLogins(ownerUrl, [apiUrl, workerUrl])
  api = new pg.Client({ connectionString: apiUrl })
  await api.connect()
  database = createDatabase({ url: workerUrl, poolSize: 2, applicationName: 'test' })
})
afterAll(async () => {
  await api.end()
  await database[Symbol.asyncDispose]()
  await superuser.query('drop database logins with (force)')
  await superuser.query('drop role logins_api, logins_worker')
  await superuser.query('drop role logins_owner')
  await superuser.end()
})

test('appends to the audit log of its own organization only', async () => {
  await api.query(`begin; set local role longshore_tenant; set local longshore.organization_id = '${organizationId}'`)
  const { rows } = await api.query(`select append_audit(${entry}) as seq`)
  expect(rows).toEqual([{ seq: 1 }])
  await api.query('commit')
  await api.query(`begin; set local role longshore_tenant; set local longshore.organization_id = '${newId('org')}'`)
  await expect(api.query(`select append_audit(${entry})`)).rejects.toThrow('another organization')
  await api.query('rollback')
  await api.query('begin; set local role longshore_tenant')
  await expect(api.query(`select append_audit(${entry})`)).rejects.toThrow('another organization')
  await api.query('rollback')
  expect(await findBrokenAuditChains(database)).toEqual([])
})

const roles = ['none', 'longshore_tenant', 'longshore_system']
const attacks = [
  'alter table audit_log disable trigger audit_log_is_append_only',
  `update audit_log set action = 'x'`,
  'delete from audit_log',
  `update audit_heads set seq = 0, hash = '\\x00'`,
  'delete from audit_heads',
  `insert into audit_heads values (gen_random_uuid(), 1, '\\x00')`,
  'delete from audit_anchors',
  'drop table audit_log',
  'create or replace function append_audit(entry audit_log) returns bigint language sql as $$ select 1::bigint $$',
  'set session_replication_role = replica',
  'alter table projects no force row level security',
  'create policy open on projects using (true)',
  'set role logins_owner',
  'set session authorization logins_owner',
  'create role mine superuser login',
  'alter role logins_api superuser',
  'grant logins_owner to logins_api',
  `delete from schema_migrations`,
]
test.each(roles.flatMap((role) => attacks.map((attack) => [role, attack] as const)))(
  'denies %s: %s',
  async (role, attack) => {
    await api.query(`begin; set local role ${role}`)
    await expect(api.query(attack)).rejects.toThrow(/permission denied|must be owner|must have|must be|Only roles/)
    await api.query('rollback')
  },
)

test('reads the applied migrations without taking a role', async () => {
  const { rows } = await api.query('select version from schema_migrations')
  expect(rows.length).toBeGreaterThan(20)
})

async function snapshotSize(url: string): Promise<number> {
  let size = 0
  for await (const part of writeSnapshot({ url, about: {}, without: [] })) size += part.length
  return size
}

test('can read everything for a backup', async () => {
  expect(await snapshotSize(workerUrl)).toBeGreaterThan(1_000)
})

test("can also do so after a restore, which creates the schema without that login's grants", async () => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('revoke all on schema public from public, logins_worker')
  try {
    expect(await snapshotSize(workerUrl)).toBeGreaterThan(1_000)
  } finally {
    await owner.query('grant usage on schema public to public, logins_worker')
    await owner.end()
  }
})

test('lets the owner create the backup before the upgrade to this release', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true, filter: (path) => !/\/(?:003[1-9]|00[4-9]\d)_/.test(path) })
  await superuser.query('create database logins_before owner logins_owner')
  const url = ownerUrl.replace('/logins?', '/logins_before?')
  try {
    expect(await migrate(url, { folder })).toContain('0030_email_proof.sql')
    expect(await snapshotSize(url)).toBeGreaterThan(1_000)
  } finally {
    await superuser.query('drop database logins_before with (force)')
    await rm(folder, { recursive: true })
  }
})

test('sends the password in the form in which PostgreSQL stores it', async () => {
  const secret = scramOf('correct horse battery')
  await ensureLogins(ownerUrl, [apiUrl.replace('logins_api@', 'logins_api:correct%20horse%20battery@')])
  const { rows } = await superuser.query(`select rolpassword from pg_authid where rolname = 'logins_api'`)
  expect(secret).toMatch(/^SCRAM-SHA-256\$4096:[\w+/=]{24}\$[\w+/=]{44}:[\w+/=]{44}$/)
  const [, salt = ''] = /:([\w+/=]{24})\$/.exec(rows[0].rolpassword) ?? []
  expect(rows[0].rolpassword).toBe(scramOf('correct horse battery', Buffer.from(salt, 'base64')))
})

test.each([
  ['the owner’s own login', as('logins_owner'), 'logins of their own'],
  ['a name that is not plain', as('Logins-Api'), 'not plain'],
  ['another database', base.replace(/\/\/[^@]*@/, '//logins_api@'), 'another database'],
])('refuses %s', async (_, url, why) => {
  await expect(ensureLogins(ownerUrl, [url])).rejects.toThrow(why)
})
