/**
 * The ticker over all schedules. Each due time starts at most one run, however many workers tick or die. A due time is
 * dropped if the schedule's last run hasn't begun yet, so that slow work doesn't pile up.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { newId } from '../ids/type-id.ts'
import type { Log } from '../log/log.ts'
import { type MissedPolicy, planDue } from './cron.ts'
import { channels } from './runs.ts'

interface DueSchedule {
  id: string
  cron: string
  timezone: string
  missed: MissedPolicy
  nextRunAt: Date
}

interface Plan {
  scheduleId: string
  runId: string
  dueAt: Date | null
  nextRunAt: Date | null
  /** False if the row is no longer valid, such as a removed time zone. */
  enabled: boolean
}

const batchSize = 500

/** Returns how many runs it started. */
export async function tickSchedules(
  options: { database: Database; log: Log; point: (name: string, runId: string) => Promise<void> | void },
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  let started = 0
  while (!signal.aborted) {
    const batch = await options.database.system(async (tx) => {
      const due = await takeDue(tx, now)
      if (due.length === 0) return { taken: 0, started: 0 }
      await options.point('ticked', due[0]?.id ?? '')
      const count = await advance(
        tx,
        due.map((schedule) => plan(schedule, now, options.log)),
      )
      await options.point('advanced', due[0]?.id ?? '')
      return { taken: due.length, started: count }
    })
    started += batch.started
    if (batch.taken < batchSize) break
  }
  return started
}

async function takeDue(tx: Tx, now: Date): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select id, cron, timezone, missed, next_run_at as "nextRunAt" from schedules
    where enabled and next_run_at <= ${now} order by next_run_at limit ${batchSize} for update skip locked
  `.execute(tx)
  return rows
}

function plan(schedule: DueSchedule, now: Date, log: Log): Plan {
  const base = { scheduleId: schedule.id, runId: newId('run') }
  try {
    return { ...base, ...planDue(schedule, now), enabled: true }
  } catch (error) {
    log.error({ err: error, scheduleId: schedule.id }, 'schedule switched off: it cannot be read')
    return { ...base, dueAt: null, nextRunAt: null, enabled: false }
  }
}

async function advance(tx: Tx, plans: readonly Plan[]): Promise<number> {
  const { rows } = await sql<{ started: number }>`
    with plan as (
      select * from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
        as p ("scheduleId" uuid, "runId" uuid, "dueAt" timestamptz, "nextRunAt" timestamptz, enabled boolean)
    ), moved as (
      update schedules s set next_run_at = p."nextRunAt", last_due_at = coalesce(p."dueAt", s.last_due_at), enabled = p.enabled
      from plan p where s.id = p."scheduleId"
      returning s.id, s.organization_id, s.kind, s.key, s.input, p."runId", p."dueAt"
    ), run as (
      insert into workflow_runs (id, organization_id, kind, key, input, schedule_id, due_at)
      select "runId", organization_id, kind, key, input, id, "dueAt" from moved m
      where "dueAt" is not null and not exists (
        select from workflow_runs q
        where q.key = m.key and q.finished_at is null and q.status = 'queued' and q.schedule_id = m.id)
      on conflict (schedule_id, due_at) where schedule_id is not null do nothing
      returning id, organization_id, kind, key, generation
    ), ticket as (
      insert into workflow_outbox (run_id, organization_id, kind, key, generation)
      select id, organization_id, kind, key, generation from run
    )
    select count(*)::int as started, pg_notify(${channels.outbox}, '') from run
  `.execute(tx)
  return rows[0]?.started ?? 0
}
