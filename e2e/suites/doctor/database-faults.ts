/** Faults of PostgreSQL and its data. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Installation } from './installation.ts'
import type { SeededFault } from './seeded-fault.ts'

export const databaseFaults: readonly SeededFault[] = [
  {
    name: 'PostgreSQL is stopped',
    codes: { 'database-reach': 'fault' },
    isQuick: true,
    async seed(installation) {
      await installation.postgres.stop('fast')
      return async () => {
        await installation.postgres.start()
        await listenersAreBack(installation)
      }
    },
  },
  {
    name: 'a wrong password',
    codes: { 'database-login': 'fault' },
    isQuick: true,
    seed: async ({ secrets }) => {
      const url = await secrets.read('database-url')
      const other = url.replace(/^(postgresql:\/\/longshore:)[^@]+/, '$1another-password-than-this')
      return await secrets.replace('database-url', other)
    },
  },
  bySql('a login that is a superuser', {
    codes: { 'database-role': 'fault' },
    isQuick: true,
    seed: 'alter role longshore superuser',
    undo: 'alter role longshore nosuperuser',
  }),
  bySql('a role of tenants that passes row-level security by', {
    codes: { 'database-role': 'fault' },
    seed: 'alter role longshore_tenant bypassrls',
    undo: 'alter role longshore_tenant nobypassrls',
  }),
  bySql('a login without the role of tenants', {
    codes: { 'database-roles': 'fault' },
    seed: 'revoke longshore_tenant from longshore',
    undo: 'grant longshore_tenant to longshore with admin option',
  }),
  bySql('a table without row-level security', {
    codes: { 'row-security': 'fault' },
    isQuick: true,
    seed: 'alter table servers disable row level security',
    undo: 'alter table servers enable row level security',
  }),
  bySql('a migration that is not applied', {
    codes: { migrations: 'fault' },
    isQuick: true,
    seed: `create table kept as select * from schema_migrations where version = '0028'; delete from schema_migrations where version = '0028'`,
    undo: 'insert into schema_migrations select * from kept; drop table kept',
  }),
  bySql('a database of a newer release', {
    codes: { 'database-release': 'fault' },
    isQuick: true,
    seed: `insert into schema_migrations (version, name, sha256) values ('9999', '9999_later.sql', repeat('0', 64))`,
    undo: `delete from schema_migrations where version = '9999'`,
  }),
  bySql('a last backup of five days ago', {
    codes: { 'backup-age': 'fault' },
    isQuick: true,
    seed: `update instance_backups set started_at = started_at - interval '5 days', finished_at = finished_at - interval '5 days'`,
    undo: `update instance_backups set started_at = started_at + interval '5 days', finished_at = finished_at + interval '5 days'`,
  }),
  bySql('a recovery kit that nobody took away', {
    codes: { 'recovery-kit': 'warning' },
    seed: 'create table kept as select * from instance_recovery_kits; delete from instance_recovery_kits',
    undo: 'insert into instance_recovery_kits select * from kept; drop table kept',
  }),
  bySql('a restore that waits for a word', {
    codes: { restore: 'warning' },
    seed: 'insert into instance_restores (epoch, backup_made_at) values (1, now())',
    undo: 'delete from instance_restores',
  }),
  bySql('a row of the audit log that was changed', {
    codes: { 'audit-chain': 'fault' },
    isQuick: true,
    seed: `${auditEntry('first')}; ${auditEntry('second')};
      alter table audit_log disable trigger user; update audit_log set actor_name = 'nobody' where seq = 1`,
    // The worker can sign the chain while it is here.
    undo: `alter table audit_anchors disable trigger user; delete from audit_anchors;
      alter table audit_anchors enable trigger user;
      delete from audit_log; delete from audit_heads; alter table audit_log enable trigger user`,
  }),
  bySql('mail that lies in the queue', {
    codes: { 'mail-queue': 'warning' },
    seed: `insert into mail_messages (id, recipient, purpose, expires_at, created_at)
      values ('${randomUUID()}', 'planted@example.com', 'verify_email', now(), now() - interval '1 hour')`,
    undo: `delete from mail_messages where recipient = 'planted@example.com'`,
  }),
  bySql('an organization that can’t be deleted', {
    codes: { deletions: 'warning' },
    seed: `insert into organizations (id, name, deletion_due_at, deletion_tried_at, deletion_left)
      values ('${randomUUID()}', 'planted-deletion', now() + interval '1 day', now(), '[{"kind":"server","name":"x","code":"gone"}]')`,
    undo: `delete from organizations where name = 'planted-deletion'`,
  }),
  bySql('a run that has waited for days', {
    codes: { runs: 'warning' },
    seed: `insert into workflow_runs (id, kind, key, input, created_at, waiting_for)
      values ('${randomUUID()}', 'planted', 'planted', '{}', now() - interval '2 days', '{"type":"lock"}')`,
    undo: `delete from workflow_runs where key = 'planted'`,
  }),
  bySql('a server that cannot be reached', {
    codes: { servers: 'warning' },
    seed: `with planted as (insert into organizations (id, name) values ('${randomUUID()}', 'Planted') returning id)
      insert into servers (id, organization_id, name, host, port, username, status)
      select '${randomUUID()}', id, 'planted', '203.0.113.7', 22, 'root', 'unreachable' from planted`,
    undo: `delete from organizations where name = 'Planted'`,
  }),
  {
    name: 'a turn that nobody hands to the engine',
    codes: { outbox: 'fault' },
    seed: async ({ sql }) =>
      await holdRow(sql, {
        insert: `insert into workflow_outbox (run_id, kind, key, generation, created_at)
          values (gen_random_uuid(), 'planted', 'planted', 1, now() - interval '10 minutes')`,
        hold: `select from workflow_outbox where key = 'planted' for update`,
        remove: `delete from workflow_outbox where key = 'planted'`,
      }),
  },
  {
    name: 'a schedule that nobody starts',
    codes: { schedules: 'fault' },
    seed: async ({ sql }) =>
      await holdRow(sql, {
        insert: `insert into schedules (id, kind, key, input, cron, timezone, missed, next_run_at)
          values (gen_random_uuid(), 'planted', 'planted', '{}', '0 0 1 1 *', 'UTC', 'skip', now() - interval '10 minutes')`,
        hold: `select from schedules where key = 'planted' and next_run_at < now() for update`,
        remove: `delete from workflow_runs where key = 'planted'; delete from schedules where key = 'planted'`,
      }),
  },
]

function bySql(
  name: string,
  { seed, undo, ...rest }: Pick<SeededFault, 'codes' | 'isQuick'> & { seed: string; undo: string },
): SeededFault {
  return {
    name,
    ...rest,
    async seed({ sql }) {
      await sql.query(seed)
      return async () => void (await sql.query(undo))
    },
  }
}

function auditEntry(action: string): string {
  const organization = '00000000-0000-4000-8000-00000000d0c7'
  return `select append_audit(row('${organization}', 0, gen_random_uuid(), 'system', null, 'longshore', '${action}', 'test', null,
    '{}', '', '', now(), '', '')::audit_log)`
}

/** Locks the row, so that the worker skips it. Its relay may have been faster; then it tries again. */
async function holdRow(
  sql: SqlClient,
  { insert, hold, remove }: { insert: string; hold: string; remove: string },
): Promise<() => Promise<void>> {
  for (;;) {
    await sql.query(insert)
    const held = sql.query<{ pg_sleep: string }>(`begin; ${hold}; select pg_sleep(600)`)
    held.catch(() => undefined)
    const holders = () =>
      sql.query<{ pid: number }>(
        `select pid from pg_stat_activity where query like 'begin; select from%' and state = 'active'`,
      )
    await delay(1_500)
    const rows = await sql.query(hold.replace('for update', ''))
    const end = async () => {
      for (const { pid } of await holders()) await sql.query('select pg_terminate_backend($1)', [pid])
      await held.catch(() => undefined)
      await sql.query(remove)
    }
    if (rows.length > 0) return end
    await end()
  }
}

/** After a restart the processes reconnect automatically. Until then the doctor is right to complain. */
async function listenersAreBack({ sql }: Installation): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
    const found = await sql
      .query<{ count: number }>(
        `select count(distinct application_name)::int as count from pg_stat_activity where application_name in ('longshore-api-listen', 'longshore-worker-listen')`,
      )
      .catch(() => [])
    if (found[0]?.count === 2) return
  }
  throw new Error('api and worker do not come back to the database')
}
