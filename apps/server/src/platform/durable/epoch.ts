/** A restored control plane must outrank every fence that was given out after its backup was made. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { DB } from '../database/schema.generated.ts'
import type { Id } from '../ids/brand.ts'

/** To be called once when a backup of the control plane has been restored, before a worker starts. */
export async function beginEpoch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    insert into workflow_epochs (epoch) select max(epoch) + 1 from workflow_epochs returning epoch
  `.execute(tx)
  return rows[0]?.epoch ?? 0
}

export async function currentEpoch(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select max(epoch) as epoch from workflow_epochs`.execute(db)
  return rows[0]?.epoch ?? 1
}

/** Of an earlier restore that nobody confirmed, this one takes the place. */
export async function noteRestore(tx: Tx, restore: { epoch: number; madeAt: Date }): Promise<void> {
  await tx
    .updateTable('instance_restores')
    .set({ confirmed_at: sql`now()` })
    .where('confirmed_at', 'is', null)
    .execute()
  await tx.insertInto('instance_restores').values({ epoch: restore.epoch, backup_made_at: restore.madeAt }).execute()
}

export interface OpenRestore {
  epoch: number
  madeAt: Date
  restoredAt: Date
}

/** A restore that no person has confirmed yet: servers may hold what the database never heard of. */
export async function findOpenRestore(db: Kysely<DB>): Promise<OpenRestore | undefined> {
  const row = await db
    .selectFrom('instance_restores')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .orderBy('epoch', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { epoch: row.epoch, madeAt: row.backup_made_at, restoredAt: row.restored_at }
}

/** False: there is none to confirm. */
export async function confirmRestore(tx: Tx, by: Id<'usr'> | null): Promise<boolean> {
  const confirmed = await tx
    .updateTable('instance_restores')
    .set({ confirmed_at: sql`now()`, confirmed_by: by })
    .where('confirmed_at', 'is', null)
    .returning('epoch')
    .execute()
  return confirmed.length > 0
}

/** Above every fence of the epochs before, below every one that runs of this epoch get; see `next_fence` in the migrations. */
export function firstFenceOf(epoch: number): number {
  return epoch * 2 ** 40
}
