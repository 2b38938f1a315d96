/** Checks for unfinished work, as recorded in the tables. */
import { type RawBuilder, sql } from 'kysely'
import { createAnchorKeys, findBrokenAnchors, findBrokenAuditChains } from '../../../modules/audit/index.ts'
import type { Check } from '../check.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { type Finding, fault, ok, warning } from '../finding.policy.ts'
import { type AllowingServer, evaluateAllowances } from './allowances.policy.ts'

const tables = ['migrations', 'database-roles']
/** A missing worker has its own check, so skip checks for work that waits because of it. */
const tablesAndWorker = [...tables, 'worker-alive']
const isWorkerAlive =
  'Check docker compose logs --tail 100 worker to see why. You can safely run docker compose restart worker.'

/** Only the worker has the key that signs anchors. */
async function findUnsigned(context: DoctorContext): Promise<{ organizationId: string; seq: number }[]> {
  const identities = context.optional('SEALING_IDENTITIES')
  if (identities === undefined) return []
  return await findBrokenAnchors(context.database, createAnchorKeys(identities, (await context.unsealer()).keys))
}

export const workChecks: readonly Check[] = [
  {
    code: 'audit-chain',
    meaning: 'Someone with database access changed or removed entries in the audit log.',
    remedy: 'Find out who had access. Earlier backups still have the entries: docs/guides/recover-the-control-plane.md.',
    needs: tables,
    withinMs: 30_000,
    async run(context) {
      const broken = [...(await findBrokenAuditChains(context.database)), ...(await findUnsigned(context))]
      if (broken.length === 0) return ok('the hash chains are intact')
      return fault(`broken: ${broken.map((each) => `organization ${each.organizationId} at ${each.seq}`).join(', ')}`)
    },
  },
  {
    code: 'outbox',
    meaning: "Work isn't passed on to Restate.",
    remedy: isWorkerAlive,
    needs: tablesAndWorker,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(created_at) as oldest from workflow_outbox
        where created_at < now() - interval '1 minute'`), { what: 'steps wait for Restate', as: fault }),
  },
  {
    code: 'schedules',
    meaning: "Schedules are overdue: scheduled work doesn't start.",
    remedy: isWorkerAlive,
    needs: tablesAndWorker,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(next_run_at) as oldest from schedules
        where enabled and next_run_at < now() - interval '5 minutes'`), { what: 'schedules are overdue', as: fault }),
  },
  {
    code: 'runs',
    meaning: 'Workflow runs have been stuck for hours.',
    remedy: isWorkerAlive,
    needs: tables,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(moved_at) as oldest from (
          select greatest(r.created_at, r.step_started_at,
            (select max(s.finished_at) from workflow_steps s where s.run_id = r.id)) as moved_at
          from workflow_runs r where r.finished_at is null) unfinished
        where moved_at < now() - interval '6 hours'`), { what: 'runs are stuck', as: warning }),
  },
  {
    code: 'looks',
    meaning: 'Server checks are overdue.',
    remedy: isWorkerAlive,
    needs: tablesAndWorker,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(next_check_at) as oldest from server_checks
        join servers on servers.id = server_id and deletion_requested_at is null and status <> 'connecting'
        where next_check_at < now() - interval '15 minutes'`), { what: 'servers are waiting for a check', as: warning }),
  },
  {
    code: 'server-allowances',
    meaning: 'Servers allow their containers paths, devices, or capabilities beyond what every container gets.',
    remedy: "Remove what no service needs, in the dashboard on the server's page.",
    needs: tables,
    async run(context) {
      const { rows } = await sql<AllowingServer>`
        select s.name, o.name as organization, coalesce((s.allowances->>'dockerSocket')::boolean, false) as socket,
          jsonb_array_length(s.allowances->'hostPaths') + jsonb_array_length(s.allowances->'capabilities')
            + jsonb_array_length(s.allowances->'devices') as parts
        from servers s join organizations o on o.id = s.organization_id
        where s.allowances is not null order by o.name, s.name limit 50`.execute(context.database.systemDb)
      return evaluateAllowances(rows)
    },
  },
  {
    code: 'housekeeping',
    meaning: 'The hourly cleanup fails: expired rows stay, or partitions are missing.',
    remedy: isWorkerAlive,
    needs: tablesAndWorker,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`with runs as (
          select r.status, r.finished_at from workflow_runs r join schedules s on s.id = r.schedule_id and s.kind = 'housekeeping')
        select count(*)::int as count, min(finished_at) as oldest from runs where status = 'failed' and finished_at >
          coalesce((select max(finished_at) from runs where status = 'succeeded'), '-infinity')`), { what: 'runs failed in a row', as: warning }),
  },
  {
    code: 'mail-queue',
    meaning: 'Emails are stuck in the queue.',
    remedy: isWorkerAlive,
    needs: tables,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(created_at) as oldest from mail_messages
        where status = 'queued' and created_at < now() - interval '15 minutes'`), { what: 'emails are stuck', as: warning }),
  },
  {
    code: 'notifications',
    meaning: 'Notifications are stuck in the queue.',
    remedy: isWorkerAlive,
    needs: tables,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(d.created_at) as oldest from notice_deliveries d
        join notification_connectors c on c.id = d.connector_id and c.status <> 'disabled'
          and coalesce(c.retry_at, '-infinity') < now() - interval '15 minutes'
        where d.status = 'waiting' and d.created_at < now() - interval '15 minutes'`), { what: 'notifications wait', as: warning }),
  },
  {
    code: 'deletions',
    meaning: "Organizations are due for deletion, but part of them can't be removed.",
    remedy: "The organization's owners can force the deletion. Longshore forces it after 30 days.",
    needs: tables,
    run: async (context) =>
      evaluateBacklog(await age(context, sql`select count(*)::int as count, min(deletion_tried_at) as oldest from organizations
        where jsonb_array_length(deletion_left) > 0`), { what: "organizations can't be deleted", as: warning }),
  },
  {
    code: 'servers',
    meaning: "Some servers aren't ready.",
    remedy: 'Check the Servers page in the dashboard to see the problem of each.',
    needs: tables,
    run: countServers,
  },
] // biome-ignore format: queries

interface Backlog {
  count: number
  oldest: Date | null
}

async function age(context: DoctorContext, query: RawBuilder<unknown>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`${query}`.execute(context.database.systemDb)
  return rows[0] ?? { count: 0, oldest: null }
}

function evaluateBacklog(
  { count, oldest }: Backlog,
  { what, as }: { what: string; as: (text: string) => Finding },
): Finding {
  return count === 0 ? ok('nothing is overdue') : as(`${count} ${what}, since ${oldest?.toISOString() ?? '?'}`)
}

async function countServers(context: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from servers where deletion_requested_at is null group by status order by status
  `.execute(context.database.systemDb)
  const text = rows.map(({ status, count }) => `${count} ${status.replaceAll('_', ' ')}`).join(', ')
  const isWell = rows.every(({ status }) => ['ready', 'pending', 'connecting'].includes(status))
  if (rows.length === 0) return ok('there are none yet')
  return isWell ? ok(text) : warning(text)
}
