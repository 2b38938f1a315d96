/** All rows that people or restores can see, without what always changes. */
import type { SqlClient } from '../../../apps/server/src/testing/sql-client.ts'

/** Logs, runs, deliveries, and measurements: they grow with every call. */
const grows =
  /^(audit_|events$|event_|run_event|workflow_|trash_|test_|runtime_log|metric_|notice|mail_|idempotency_|rate_limits|refresh_tokens|sessions|known_devices|one_time|stream_tickets|security_|server_checks|server_tasks|server_epochs|server_proxies|certificate|environment_observations|container_events|instance_|proxy_release|programs|schema_|domain_holds|alerts$)/

/** Counters and times of checks. */
const changing: ReadonlySet<string> = new Set([
  ...[
    'version',
    'updated_at',
    'last_used_at',
    'last_checked_at',
    'checked_at',
    'drift_checked_at',
    'facts',
    'facts_at',
  ],
  ...[
    'next_poll_at',
    'next_checks_at',
    'next_hook_check_at',
    'next_check_at',
    'next_look_at',
    'hook_checked_at',
    'polls',
  ],
  ...[
    'contact_began_at',
    'security_scanned_at',
    'security_score',
    'security_state',
    'last_due_at',
    'last_organization_id',
  ],
])

/** Columns of one table that differ for a documented reason. */
const ownChanges: Readonly<Record<string, readonly string[]>> = {
  // Results of DNS checks.
  domains: ['attempts', 'asked_at', 'findings', 'reach_answer', 'status', 'problem', 'failing_since', 'cdn', 'routing'],
  // A backup keeps the names of its environment from the moment when it was detached. The last one before a removal is final.
  backups: ['environment_name', 'project_name', 'kind'],
  // Rows of a list move up when one before them is removed.
  services: ['position'],
  // Schedules are created again, and continue with the next time.
  schedules: ['id', 'created_at', 'next_run_at'],
  notification_connectors: ['failures', 'failing_since', 'retry_at'],
}

const tables = `select c.relname as name, (select array_agg(a.attname::text order by a.attname) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`

export async function readRows(sql: SqlClient): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, key } of await sql.query<{ name: string; key: string[] | null }>(tables)) {
    if (grows.test(name)) continue
    const rows = await sql.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t${where(name)}`,
    )
    for (const { row } of rows) found.set(`${name} ${nameOf(name, row, key ?? [])}`, textOf(name, row))
  }
  return found
}

/** A call that replaces a variable adds a version, which the restore retires. */
function where(table: string): string {
  return table === 'variables' ? ' where retired_at is null' : ''
}

function nameOf(table: string, row: Record<string, unknown>, key: readonly string[]): string {
  const columns = table === 'schedules' ? ['kind', 'key', 'name'] : key
  return columns.map((column) => String(row[column])).join(' ')
}

function textOf(table: string, row: Record<string, unknown>): string {
  const left = [...changing, ...(ownChanges[table] ?? [])]
  const kept = Object.entries(row).filter(([column]) => !left.includes(column))
  return JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))))
}
