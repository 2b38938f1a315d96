/** The only file that names `server_tasks`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { ServerTasks } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ServerTaskKind, ServerTaskResult, ServerTaskStatus, TaskError } from './server-tasks.schemas.ts'

type Narrow = {
  kind: ServerTaskKind
  status: ServerTaskStatus
  result: ServerTaskResult | null
  error: TaskError | null
}
type Selected = Omit<Selectable<ServerTasks>, keyof Narrow> & Narrow
export type ServerTaskRow = Omit<Selected, 'id' | 'server_id'> & { id: Id<'run'>; server_id: Id<'srv'> }

export async function insertTask(
  tx: Tx,
  organizationId: OrganizationId,
  task: { id: Id<'run'>; serverId: Id<'srv'>; kind: ServerTaskKind },
): Promise<ServerTaskRow> {
  const row = await tx
    .insertInto('server_tasks')
    .values({ id: task.id, organization_id: organizationId, server_id: task.serverId, kind: task.kind })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

export async function findUnfinishedTask(
  tx: Tx,
  organizationId: OrganizationId,
  task: { serverId: Id<'srv'>; kind: ServerTaskKind },
): Promise<ServerTaskRow | undefined> {
  const row = await tx
    .selectFrom('server_tasks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', task.serverId)
    .where('kind', '=', task.kind)
    .where('finished_at', 'is', null)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

export async function findTask(
  tx: Tx,
  organizationId: OrganizationId,
  task: { serverId: Id<'srv'>; id: Id<'run'> },
): Promise<ServerTaskRow | undefined> {
  const row = await tx
    .selectFrom('server_tasks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', task.serverId)
    .where('id', '=', task.id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

export async function listTasks(
  tx: Tx,
  organizationId: OrganizationId,
  page: { serverId: Id<'srv'>; before: string | undefined; limit: number; kind: ServerTaskKind | undefined },
): Promise<ServerTaskRow[]> {
  let query = tx
    .selectFrom('server_tasks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', page.serverId)
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind)
  const rows = await query.$call(newestFirst(page)).$narrowType<Narrow>().execute()
  return rows
}

/** Does nothing for a run without a task. */
export async function startTask(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'run'>,
): Promise<ServerTaskRow | undefined> {
  return await change(tx, organizationId, id, { status: 'running', started_at: sql<Date>`now()` })
}

export async function saveTaskResult(
  tx: Tx,
  organizationId: OrganizationId,
  task: { id: Id<'run'>; result: ServerTaskResult },
): Promise<void> {
  await change(tx, organizationId, task.id, { result: JSON.stringify(task.result) })
}

export async function finishTask(
  tx: Tx,
  organizationId: OrganizationId,
  task: { id: Id<'run'>; status: 'succeeded' | 'failed' | 'cancelled'; error: TaskError | null },
): Promise<ServerTaskRow | undefined> {
  return await change(tx, organizationId, task.id, {
    status: task.status,
    error: task.error === null ? null : JSON.stringify(task.error),
    finished_at: sql<Date>`now()`,
  })
}

async function change(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'run'>,
  values: Record<string, unknown>,
): Promise<ServerTaskRow | undefined> {
  const row = await tx
    .updateTable('server_tasks')
    .set(values)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}
