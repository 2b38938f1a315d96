/** Test access to runs in PostgreSQL. */
import { sql } from 'kysely'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { resumeRetries } from '../../platform/durable/maintenance.ts'
import { postgresJournal } from '../../platform/durable/postgres-journal.ts'
import { requestCancel, startHeldRun, startRun } from '../../platform/durable/runs.ts'
import type { RunId, WorkflowRef } from '../../platform/durable/workflow-ref.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { DurableStore } from './durable-store.ts'

export function postgresStore(database: Database) {
  const { systemDb } = database
  return {
    journal: postgresJournal(database),
    start: <Input>(
      workflow: WorkflowRef<Input>,
      key: string,
      input: Input,
      organizationId: OrganizationId | null = null,
    ) => database.system((tx) => startRun(tx, { workflow, key, input, organizationId })),
    startHeld: <Input>(workflow: WorkflowRef<Input>, heldBy: RunId, input: Input) =>
      database.system((tx) => startHeldRun(tx, { workflow, heldBy, input, organizationId: null })),
    cancel: (id: RunId) => database.system((tx) => requestCancel(tx, id)),
    run: (id: RunId) => systemDb.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    steps: (id: RunId) =>
      systemDb.selectFrom('workflow_steps').selectAll().where('run_id', '=', id).orderBy('finished_at').execute(),
    async tickets() {
      const rows = await systemDb.selectFrom('workflow_outbox').select('run_id').orderBy('id').execute()
      return rows.map((row) => row.run_id)
    },
    async takeTickets() {
      const rows = await systemDb.deleteFrom('workflow_outbox').returning(['key', 'id']).execute()
      return rows.toSorted((a, b) => a.id - b.id).map((row) => row.key)
    },
    resumeRetries: () => resumeRetries(database),
    async endPause(id: RunId) {
      const past = '{"until": "2020-01-01T00:00:00Z"}'
      await sql`update workflow_runs set waiting_for = waiting_for || ${past}::jsonb where id = ${id}`.execute(systemDb)
    },
    async spoilInput(id: RunId) {
      await systemDb.updateTable('workflow_runs').set({ input: '{}' }).where('id', '=', id).execute()
    },
    newOrganization: () => newOrganization(database),
    async countHolds(resource: string) {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from workflow_locks where resource = ${resource})
          + (select count(*) from workflow_slots where resource = ${resource}) as count
      `.execute(systemDb)
      return rows[0]?.count ?? 0
    },
  } satisfies DurableStore
}

export async function newOrganization(database: Database): Promise<OrganizationId> {
  const id = newId('org')
  await database.systemDb.insertInto('organizations').values({ id, name: 'Test' }).execute()
  return id
}
