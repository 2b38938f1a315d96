/** When a server is compared with the database next. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** Long enough for Docker to start again what it restarts, and for one comparison to see many ends at once. */
const soonSeconds = 2

/** A container ended: whether it was meant to is found out at once, not with the next turn. */
export async function sweepSoon(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  await tx
    .updateTable('server_checks')
    .set({ next_sweep_at: sql`least(next_sweep_at, now() + ${soonSeconds}::int * interval '1 second')` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}
