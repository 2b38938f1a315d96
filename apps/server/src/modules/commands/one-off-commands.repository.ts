/** Commands that are running, as their workers say it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** One that nobody held for so long has lost its worker. */
const heldFor = sql`interval '20 seconds'`

/** False: the environment has as many as it may, or is gone. Before its container is made. */
export async function beginCommand(
  tx: Tx,
  organizationId: OrganizationId,
  command: { id: Id<'cmd'>; environmentId: Id<'env'>; container: string; atMost: number },
): Promise<boolean> {
  const { id, environmentId, container, atMost } = command
  const { rows } = await sql`
    insert into one_off_commands (id, organization_id, environment_id, container)
    select ${id}, organization_id, id, ${container} from environments e
    where organization_id = ${organizationId} and id = ${environmentId} and (
      select count(*) from one_off_commands c
      where c.environment_id = e.id and c.ended_at is null and c.held_at > now() - ${heldFor}) < ${atMost}
    returning id`.execute(tx)
  return rows.length > 0
}

export async function holdCommand(tx: Tx, organizationId: OrganizationId, id: Id<'cmd'>): Promise<void> {
  await tx
    .updateTable('one_off_commands')
    .set({ held_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** And forgets those of the environment that ended long ago. */
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

/** Names of containers that somebody still waits for. */
export async function listHeldCommands(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<{ environmentId: string; container: string }[]> {
  const { rows } = await sql<{ environmentId: string; container: string }>`
    select environment_id as "environmentId", container from one_off_commands
    where organization_id = ${organizationId} and environment_id = any(${environmentIds}::uuid[])
      and ended_at is null and held_at > now() - ${heldFor}`.execute(tx)
  return rows
}
