/** Of all servers: after a restore was confirmed, each proxy is told what the rows say, also where it knows something newer. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export async function requestAllConfigurations(tx: Tx): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ wanted_version: sql`wanted_version + 1`, updated_at: sql`now()` })
    .execute()
}
