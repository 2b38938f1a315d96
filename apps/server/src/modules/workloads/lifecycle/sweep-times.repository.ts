/** Schedules the next sweep of a server, and the next measurement of its volumes. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'

/** Long enough for Docker to restart containers, and for one sweep to see many that ended at once. */
const soonSeconds = 2

/** A container ended, so the server is checked soon instead of with the next regular sweep. */
export async function sweepSoon(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  await tx
    .updateTable('server_checks')
    .set({ next_sweep_at: sql`least(next_sweep_at, now() + ${soonSeconds}::int * interval '1 second')` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}

/**
 * Returns true if the volumes are due, and sets the next time at once, so that a failure isn't repeated soon. `isEarly`: also if the last
 * measurement began at least a minute ago.
 */
export async function claimVolumeMeasurement(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, isEarly }: { serverId: Id<'srv'>; isEarly: boolean },
): Promise<boolean> {
  const row = await tx
    .updateTable('server_checks')
    .set({ next_volume_measurement_at: sql`now() + interval '1 hour'` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('next_volume_measurement_at', '<=', sql<Date>`now() + ${isEarly ? 59 : 0}::int * interval '1 minute'`)
    .returning('server_id')
    .executeTakeFirst()
  return row !== undefined
}
