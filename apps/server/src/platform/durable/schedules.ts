/** Schedules for modules: set inside the caller's transaction and stored in a table that one ticker reads. */
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock/clock.ts'
import type { OrganizationId, Tx } from '../database/database.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import type { DB } from '../database/schema.generated.ts'
import type { Id } from '../ids/brand.ts'
import { newId } from '../ids/type-id.ts'
import { type MissedPolicy, nextRunAt } from './cron.ts'
import { subjectKey } from './runs.ts'
import type { WorkflowRef } from './workflow-ref.ts'

export type ScheduleId = Id<'sch'>

export interface ScheduleOptions<Input> {
  workflow: WorkflowRef<Input>
  key: string
  /** Distinguishes several schedules of one subject. */
  name?: string
  input: Input
  organizationId: OrganizationId | null
  /** Cron expression with five fields. */
  cron: string
  /** IANA time zone name. */
  timezone: string
  /** Decides about due times more than a minute in the past, after an outage. */
  missed: MissedPolicy
  enabled?: boolean
}

/**
 * Throws a TypeError if the expression or the time zone is invalid, or if no due time exists. The next time is based on
 * the database's clock, unless a test passes one.
 */
export async function upsertSchedule<Input>(
  tx: Tx,
  options: ScheduleOptions<Input>,
  clock?: Clock,
): Promise<{ id: ScheduleId; nextRunAt: Date | null }> {
  const { workflow, organizationId, cron, timezone, missed, name = '', enabled = true } = options
  const next = nextTime(cron, timezone, clock === undefined ? await readDatabaseTime(tx) : clock.now())
  const input = JSON.stringify(workflow.input.parse(options.input))
  const { rows } = await sql<{ id: ScheduleId; nextRunAt: Date | null }>`
    insert into schedules as s (id, organization_id, kind, key, name, input, cron, timezone, missed, enabled, next_run_at)
    values (${newId('sch')}, ${organizationId}, ${workflow.kind}, ${subjectKey(workflow, options.key)}, ${name},
      ${input}::jsonb, ${cron}, ${timezone}, ${missed}, ${enabled}, ${next})
    on conflict (kind, key, name) do update set
      input = excluded.input, missed = excluded.missed, enabled = excluded.enabled, updated_at = now(),
      cron = excluded.cron, timezone = excluded.timezone,
      -- Saving a form again must not skip a time that is due this second.
      next_run_at = case
        when s.enabled and s.cron = excluded.cron and s.timezone = excluded.timezone then s.next_run_at
        else excluded.next_run_at end
    returning id, next_run_at as "nextRunAt"
  `.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the schedule was not stored')
  return row
}

export async function removeSchedule(
  tx: Tx,
  schedule: { workflow: WorkflowRef<unknown>; key: string; name?: string },
): Promise<boolean> {
  const removed = await tx
    .deleteFrom('schedules')
    .where('kind', '=', schedule.workflow.kind)
    .where('key', '=', subjectKey(schedule.workflow, schedule.key))
    .where('name', '=', schedule.name ?? '')
    .returning('id')
    .execute()
  return removed.length > 0
}

export async function hasSchedule(
  db: Kysely<DB>,
  schedule: { workflow: WorkflowRef<unknown>; key: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('schedules')
    .select('id')
    .where('kind', '=', schedule.workflow.kind)
    .where('key', '=', subjectKey(schedule.workflow, schedule.key))
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes all schedules of this workflow and name except those of the given keys. */
export async function removeOtherSchedules(
  tx: Tx,
  { workflow, name, keys }: { workflow: WorkflowRef<unknown>; name: string; keys: readonly string[] },
): Promise<void> {
  await sql`
    delete from schedules where kind = ${workflow.kind} and name = ${name}
      and key <> all(${keys.map((key) => subjectKey(workflow, key))}::text[])
  `.execute(tx)
}

/** Advances schedules to the next time after now, without making up for missed times. */
export async function skipMissed(tx: Tx, now: Date): Promise<void> {
  const due = await tx
    .selectFrom('schedules')
    .select(['id', 'cron', 'timezone'])
    .where('next_run_at', '<=', now)
    .execute()
  for (const { id, cron, timezone } of due) {
    const next = nextRunAt(cron, timezone, now)
    await tx.updateTable('schedules').set({ next_run_at: next }).where('id', '=', id).execute()
  }
}

function nextTime(cron: string, timezone: string, now: Date): Date {
  let next: Date | null
  try {
    next = nextRunAt(cron, timezone, now)
  } catch (error) {
    throw new TypeError('the schedule is not a cron expression with five fields in a known time zone', { cause: error })
  }
  if (next === null) throw new TypeError('the schedule names a time that never comes')
  return next
}
