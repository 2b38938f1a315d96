/** Waits for the ends of deletions and restores, and starts the worker again whenever it was killed. */
import { superviseUntil } from '../../support/kills/settle.ts'
import type { Scene } from './scene.ts'

const quietWithinMs = 300_000

/** Nothing is being deleted, stopped, or started. Schedules that wait for their time don't count. */
export async function isQuiet({ sql }: Pick<Scene, 'sql'>): Promise<boolean> {
  const [busy] = await sql.query<{ count: number }>(
    `select ((select count(*) from workflow_runs where finished_at is null and schedule_id is null)
      + (select count(*) from trash_items where status <> 'kept')
      + (select count(*) from environments where deletion_requested_at is not null)
      + (select count(*) from projects where deletion_requested_at is not null)
      + (select count(*) from servers where deletion_requested_at is not null))::int as count`,
  )
  return busy?.count === 0
}

export async function waitUntilQuiet(scene: Pick<Scene, 'sql' | 'testEnv'>): Promise<void> {
  const { isDone } = await superviseUntil(scene.testEnv, () => isQuiet(scene), quietWithinMs)
  if (isDone) return
  const runs = await scene.sql.query(
    `select kind, status, current_step, waiting_for, error from workflow_runs where finished_at is null`,
  )
  const items = await scene.sql.query(`select kind, name, status, problem from trash_items where status <> 'kept'`)
  scene.testEnv.report.expect(false, `it doesn't come to an end: ${JSON.stringify({ runs, items }).slice(0, 1_500)}`)
}
