import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'

const { database } = await useTestDatabase()

interface TableRow {
  name: string
  isOwned: boolean
  isForced: boolean
  isReachable: boolean
  isInsertable: boolean
  policies: string[] | null
}

const { rows: tables } = await sql<TableRow>`
  select c.relname as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as "isOwned",
    c.relrowsecurity and c.relforcerowsecurity as "isForced",
    has_table_privilege('longshore_tenant', c.oid, 'select, update, delete') as "isReachable",
    has_table_privilege('longshore_tenant', c.oid, 'insert') as "isInsertable",
    (select array_agg(distinct r.rolname::text)
       from pg_policy p cross join unnest(p.polroles) as role (id) join pg_roles r on r.oid = role.id
      where p.polrelid = c.oid) as policies
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`.execute(database.systemDb)

test('every table with an organization forces row-level security, also on its owner', () => {
  const owned = tables.filter((table) => table.isOwned)
  expect(owned.length).toBeGreaterThan(5)
  expect(owned.filter((table) => table.isReachable && !table.isForced).map((table) => table.name)).toEqual([])
})

test('every table that tenants can read or change has a policy for them', () => {
  const reachable = tables.filter((table) => table.isReachable)
  expect(reachable.length).toBeGreaterThan(5)
  const open = reachable.filter((table) => !table.isForced || !table.policies?.includes('longshore_tenant'))
  expect(open.map((table) => table.name)).toEqual([])
})

test('without a policy, tenants can only queue mail, never read it', () => {
  const open = tables.filter((table) => table.isInsertable && !table.isForced)
  expect(open.map((table) => table.name)).toEqual(['mail_messages'])
})

test('no policy applies to the public or to another role', () => {
  const roles = new Set(tables.flatMap((table) => table.policies ?? []))
  expect([...roles].sort()).toEqual(['longshore_system', 'longshore_tenant'])
})

test('views that tenants read are security barriers', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and has_table_privilege('longshore_tenant', c.oid, 'select')
      and not coalesce(c.reloptions @> array['security_barrier=true'] or c.reloptions @> array['security_barrier'], false)
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`.execute(database.systemDb)
  expect(rows).toEqual([])
})

test('the policy is evaluated once per statement, not once per row', async () => {
  const plan = await database.system(async (tx) => {
    await sql`set local role longshore_tenant`.execute(tx)
    await sql`set local longshore.organization_id = '0190a0a0-0000-7000-8000-000000000000'`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql<{ 'QUERY PLAN': string }>`explain select * from memberships`.execute(tx)
  })
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toMatch(/InitPlan/)
  expect(text).toMatch(/Index Cond: \(organization_id = /)
})
