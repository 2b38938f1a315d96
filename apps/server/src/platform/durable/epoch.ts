/** A restored control plane must outrank every fence that was given out after its backup was made. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { DB } from '../database/schema.generated.ts'

/** To be called once when a backup of the control plane has been restored, before a worker starts. */
export async function beginEpoch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    insert into workflow_epochs (epoch) select max(epoch) + 1 from workflow_epochs returning epoch
  `.execute(tx)
  return rows[0]?.epoch ?? 0
}

/** Above 1: the control plane was restored at least once, and servers may hold what its database never heard of. */
export async function currentEpoch(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select max(epoch) as epoch from workflow_epochs`.execute(db)
  return rows[0]?.epoch ?? 1
}
