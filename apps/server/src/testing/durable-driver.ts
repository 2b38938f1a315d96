/** The durable driver without an engine: a test calls it as the engine would, once per turn of a key. */

import { systemTimers } from '../platform/clock/timers.ts'
import type { Database, OrganizationId } from '../platform/database/database.ts'
import { createDriver } from '../platform/durable/driver.ts'
import type { DriverOptions } from '../platform/durable/execution.ts'
import { LiveRuns } from '../platform/durable/live-runs.ts'
import { postgresJournal } from '../platform/durable/postgres-journal.ts'
import { startRun } from '../platform/durable/runs.ts'
import type { AnyWorkflow } from '../platform/durable/workflow.ts'
import type { RunId, WorkflowRef } from '../platform/durable/workflow-ref.ts'
import { newId } from '../platform/ids/type-id.ts'
import { createLog } from '../platform/log/log.ts'

export function testDriver(database: Database, workflows: AnyWorkflow[], overrides: Partial<DriverOptions> = {}) {
  const live = overrides.live ?? new LiveRuns()
  const drive = createDriver({
    journal: postgresJournal(database),
    timers: systemTimers,
    workflows: new Map(workflows.map((each) => [each.ref.kind, each])),
    live,
    log: createLog({ level: 'silent', process: 'test' }),
    backoff: { initialMs: 1, maxMs: 5 },
    maxTakeovers: 20,
    stopGraceMs: 1_000,
    onStuck: () => undefined,
    point: () => undefined,
    ...overrides,
  })
  return {
    live,
    /** One turn, as the engine gives it. */
    drive: (key: string, attempt = new AbortController()) => drive(key, attempt.signal),
    start: <Input>(
      workflow: WorkflowRef<Input>,
      key: string,
      input: Input,
      organizationId: OrganizationId | null = null,
    ) => database.system((tx) => startRun(tx, { workflow, key, input, organizationId })),
    run: (id: RunId) =>
      database.systemDb.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    steps: (id: RunId) =>
      database.systemDb
        .selectFrom('workflow_steps')
        .selectAll()
        .where('run_id', '=', id)
        .orderBy('finished_at')
        .execute(),
    /** Runs with a ticket that no relay has taken yet. */
    async tickets(): Promise<string[]> {
      const rows = await database.systemDb.selectFrom('workflow_outbox').select('run_id').orderBy('id').execute()
      return rows.map((row) => row.run_id)
    },
    clearTickets: () => database.systemDb.deleteFrom('workflow_outbox').execute(),
  }
}

export async function newOrganization(database: Database): Promise<OrganizationId> {
  const id = newId('org')
  await database.systemDb.insertInto('organizations').values({ id, name: 'Test' }).execute()
  return id
}
