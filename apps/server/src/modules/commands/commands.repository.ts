/** One-off commands. Each belongs to the stream of its caller and outlives the worker that started it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** Time beyond the limit to record the end and to remove the container. */
const graceSeconds = 120
const isHeld = sql`ended_at is null and left_at is null and held_at > now() - interval '20 seconds'`

export interface CommandRow {
  /** True once the container was about to start. It is adopted then, and never started again. */
  wasBegun: boolean
  /** Time since then, by the database clock. */
  ranMs: number
}

/**
 * Returns null when the environment was deleted or has the maximum number of commands. Leaves a known command
 * unchanged.
 */
export async function openCommand(
  tx: Tx,
  organizationId: OrganizationId,
  command: { id: Id<'cmd'>; environmentId: Id<'env'>; container: string; limitSeconds: number; atMost: number },
): Promise<CommandRow | null> {
  const { id, environmentId, container, limitSeconds, atMost } = command
  await sql`
    insert into one_off_commands (id, organization_id, environment_id, container, held_at)
    select ${id}, organization_id, id, ${container}, now() + make_interval(secs => ${limitSeconds + graceSeconds})
    from environments e
    where organization_id = ${organizationId} and id = ${environmentId}
      and (select count(*) from one_off_commands c where c.environment_id = e.id and ${isHeld}) < ${atMost}
    on conflict (id) do nothing`.execute(tx)
  const { rows } = await sql<CommandRow>`
    select begun_at is not null as "wasBegun",
      coalesce(extract(epoch from clock_timestamp() - begun_at) * 1000, 0)::float8 as "ranMs"
    from one_off_commands
    where organization_id = ${organizationId} and id = ${id} and ended_at is null and left_at is null`.execute(tx)
  return rows[0] ?? null
}

export async function markCommandBegun(tx: Tx, organizationId: OrganizationId, id: Id<'cmd'>): Promise<void> {
  await tx
    .updateTable('one_off_commands')
    .set({ begun_at: sql<Date>`coalesce(begun_at, now())` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Records that the caller left. The worker that follows the command ends it, or the next server sweep does. */
export async function leaveCommand(tx: Tx, organizationId: OrganizationId, id: Id<'cmd'>): Promise<void> {
  await tx
    .updateTable('one_off_commands')
    .set({ left_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function wasCommandLeft(tx: Tx, organizationId: OrganizationId, id: Id<'cmd'>): Promise<boolean> {
  const row = await tx
    .selectFrom('one_off_commands')
    .select('left_at')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.left_at !== null
}

/** Also deletes commands of the environment that ended long ago. */
export async function endCommand(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environmentId }: { id: Id<'cmd'>; environmentId: Id<'env'> },
): Promise<void> {
  await tx
    .updateTable('one_off_commands')
    .set({ ended_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('one_off_commands')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('held_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/** Returns the names of containers that must not be removed yet. */
export async function listHeldCommands(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<{ environmentId: string; container: string }[]> {
  const { rows } = await sql<{ environmentId: string; container: string }>`
    select environment_id as "environmentId", container from one_off_commands
    where organization_id = ${organizationId} and environment_id = any(${environmentIds}::uuid[])
      and ${isHeld}`.execute(tx)
  return rows
}
