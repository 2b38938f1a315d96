/**
 * Requests new configurations for all servers: after a restore was confirmed, each proxy gets the database's state,
 * even if it has a newer one.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

export async function requestAllConfigurations(tx: Tx): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ wanted_version: sql`wanted_version + 1`, updated_at: sql`now()` })
    .execute()
}
