/** M29: the audit log can't be changed, detects tampering, and no change happens without an entry. */
import type { Superuser } from '../../../apps/server/src/testing/superuser.ts'
import { type AuthContext, post, seedSession } from '../../support/auth/auth-context.ts'
import { call, password } from '../../support/client.ts'

export async function proveAudit(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'audit')
  const team = await post(instance, '/organizations', { name: 'Audited' }, { token: session.token })
  const found = await db.query(`select id from organizations where name = 'Audited'`)
  const organizationId: string = found.rows[0].id
  for (let index = 0; index < 6; index += 1) {
    await call(instance, 'PATCH', `/api/v1/organizations/${team.body.id}`, {
      token: session.token,
      body: { quotas: { projects: index } },
    })
  }
  await tampering(context, organizationId)
  await appendOnly(context, organizationId)
  await failure(context, { token: session.token, email: session.email, teamId: team.body.id, organizationId })
  const chains = await db.query(
    `select count(*)::int as count, count(first_broken_audit(organization_id))::int as broken from audit_heads`,
  )
  report.figure('audit_chains', `${chains.rows[0].broken}/${chains.rows[0].count}`)
  report.expect(chains.rows[0].broken === 0, `${chains.rows[0].broken} audit chains are broken`)
}

/** Each attempt runs in a transaction that is rolled back. Triggers are off, as for an attacker who owns the machine. */
async function tampering({ db, report }: AuthContext, organizationId: string): Promise<void> {
  const mine = `organization_id = '${organizationId}'`
  const attacks: Record<string, string> = {
    'a changed action': `update audit_log set action = 'nothing.happened' where ${mine} and seq = 3`,
    'a changed actor': `update audit_log set actor_name = 'somebody' where ${mine} and seq = 2`,
    'a changed detail': `update audit_log set detail = '{}' where ${mine} and seq = 4`,
    'a changed time': `update audit_log set created_at = created_at + interval '1 ms' where ${mine} and seq = 3`,
    'a changed hash': `update audit_log set hash = sha256('x') where ${mine} and seq = 3`,
    'a removed row': `delete from audit_log where ${mine} and seq = 3`,
    'the first row removed': `delete from audit_log where ${mine} and seq = 1`,
    'the last row removed': `delete from audit_log where ${mine} and seq = 7`,
    'all rows removed': `delete from audit_log where ${mine}`,
    'two rows swapped': `update audit_log set seq = case seq when 3 then 1003 else 1004 end where ${mine} and seq in (3, 4); update audit_log set seq = case seq when 1003 then 4 else 3 end where ${mine} and seq > 1000`,
    'a row added': `insert into audit_log select (jsonb_populate_record(l, '{"seq": 8, "id": "00000000-0000-7000-8000-000000000001"}')).* from audit_log l where ${mine} and seq = 7`,
    'a row rewritten with a hash of its own': `update audit_log l set action = 'x.y', hash = audit_hash(previous_hash, jsonb_populate_record(l, '{"action": "x.y"}')) where ${mine} and seq = 3`,
  }
  const untouched = await brokenAfter(db, organizationId, 'select 1')
  report.expect(untouched === null, `an untouched log is broken at ${untouched}`)
  const missed: string[] = []
  for (const [name, statement] of Object.entries(attacks)) {
    if ((await brokenAfter(db, organizationId, statement)) === null) missed.push(name)
  }
  report.figure('audit_tampering', `${missed.length}/${Object.keys(attacks).length}`)
  report.expect(missed.length === 0, `not detected: ${missed.join(', ')}`)
}

async function brokenAfter(db: Superuser, organizationId: string, statement: string): Promise<number | null> {
  const client = await db.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    await client.query(statement)
    const found = await client.query('select first_broken_audit($1) as seq', [organizationId])
    return found.rows[0].seq
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function appendOnly({ db, report }: AuthContext, organizationId: string): Promise<void> {
  const statements = [
    `update audit_log set action = 'x' where seq = 1`, 'delete from audit_log', 'truncate audit_log', 'alter table audit_log disable trigger all', 'drop table audit_log',
    `set session_replication_role = replica`, `insert into audit_log select * from audit_log on conflict (organization_id, seq) do update set action = 'x'`,
  ] // biome-ignore format: a list
  let done = 0
  for (const role of ['longshore_tenant', 'longshore_system', 'postgres']) {
    for (const statement of role === 'postgres' ? statements.slice(0, 3) : statements) {
      const client = await db.connect()
      await client.query(`begin; set local role ${role}; set local longshore.organization_id = '${organizationId}'`)
      await client.query(statement).then(
        () => {
          done += 1
        },
        () => undefined,
      )
      await client.query('rollback')
      client.release()
    }
  }
  report.expect(done === 0, `${done} ways to change the audit log`)
}

/** While the log refuses rows of one organization, every change there returns 503 and has no effect. */
async function failure(
  { instance, db, report }: AuthContext,
  who: { token: string; email: string; teamId: string; organizationId: string },
): Promise<void> {
  const { token, email, teamId, organizationId } = who
  const guest = await post(
    instance,
    `/organizations/${teamId}/invitations`,
    { email: 'audit-guest@example.com', role: 'viewer' },
    { token },
  )
  const made = await post(
    instance,
    '/api-tokens',
    { name: 'ci', scopes: ['events:read'] },
    { token, organization: teamId },
  )
  const personal = `(select m.organization_id from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id where o.personal and u.email_key = '${email}')`
  const personalId = (await db.query(`select ${personal} as id`)).rows[0].id
  await db.query(
    `create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  )
  await db.query(
    `create trigger refuse_some before insert on audit_log for each row when (new.organization_id in ('${organizationId}', '${personalId}')) execute function refuse_audit()`,
  )
  const before = await digest(db, [organizationId, personalId], email)
  const path = `/api/v1/organizations/${teamId}`
  const changes: [string, string, unknown?][] = [
    ['PATCH', path, { name: 'Changed' }], ['DELETE', path], ['POST', `${path}/invitations`, { email: 'audit-other@example.com', role: 'viewer' }], ['DELETE', `${path}/invitations/${guest.body.id}`],
    ['POST', '/api/v1/api-tokens', { name: 'x', scopes: ['events:read'] }], ['DELETE', `/api/v1/api-tokens/${made.body.id}`], ['POST', '/api/v1/auth/logout'],
    ['POST', '/api/v1/auth/change-password', { currentPassword: password, newPassword: 'walnut hovercraft Tuesday lagoon' }], ['DELETE', '/api/v1/auth/me', { password }], ['POST', '/api/v1/auth/login', { email, password }],
  ] // biome-ignore format: a table
  const wrong: string[] = []
  for (const [method, target, body] of changes) {
    const answer = await call(instance, method, target, {
      token,
      ...(target.includes('/auth/') ? {} : { organization: teamId }),
      ...(body === undefined ? {} : { body }),
    })
    // The only owner of a team cannot delete the account anyway.
    const expected = target.endsWith('/me') ? 409 : 503
    const hasRetry = answer.status !== 503 || Number(answer.headers.get('retry-after')) > 0
    if (answer.status !== expected || !hasRetry) wrong.push(`${method} ${target}: ${answer.status}`)
  }
  const after = await digest(db, [organizationId, personalId], email)
  await db.query('drop trigger refuse_some on audit_log')
  await db.query('drop function refuse_audit()')
  report.figure('unaudited', `${wrong.length}/${changes.length}`)
  report.expect(wrong.length === 0, `without an audit log: ${wrong.join(', ')}`)
  report.expect(before === after, 'something changed without an audit row')
}

async function digest(db: Superuser, organizationIds: string[], email: string): Promise<string> {
  const found = await db.query(
    `select md5(concat(
      (select string_agg(o::text, '|' order by id) from organizations o where id = any($1)), (select string_agg(m::text, '|' order by id) from memberships m where organization_id = any($1)),
      (select string_agg(i::text, '|' order by id) from invitations i where organization_id = any($1)), (select string_agg(t::text, '|' order by id) from api_tokens t where organization_id = any($1)),
      (select string_agg(u::text, '|') from users u where email_key = $2), (select string_agg(s::text, '|' order by s.id) from sessions s join users u on u.id = s.user_id where u.email_key = $2),
      (select count(*) from events where organization_id = any($1)), (select count(*) from mail_messages where recipient in ($2, 'audit-other@example.com')),
      (select count(*) from audit_log where organization_id = any($1)))) as digest`,
    [organizationIds, email],
  )
  return found.rows[0].digest
}
