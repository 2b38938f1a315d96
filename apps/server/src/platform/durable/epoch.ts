/**
 * Epochs: a restored control plane must outrank every fence that was issued after its backup was created.
 *
 * Decision: docs/decisions/0019-a-restored-control-plane-adopts.md
 */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { DB } from '../database/schema.generated.ts'
import type { Id } from '../ids/brand.ts'

/** Call it once after restoring a backup of the control plane, before a worker starts. */
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

/** Replaces an earlier restore that wasn't confirmed. */
export async function recordRestore(tx: Tx, restore: { epoch: number; madeAt: Date }): Promise<void> {
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

/** Finds a restore that no user has confirmed yet; servers may have resources that the database doesn't know. */
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

/** Returns false if there is no restore to confirm. */
export async function confirmRestore(tx: Tx, by: Id<'usr'> | null): Promise<boolean> {
  const confirmed = await tx
    .updateTable('instance_restores')
    .set({ confirmed_at: sql`now()`, confirmed_by: by })
    .where('confirmed_at', 'is', null)
    .returning('epoch')
    .execute()
  return confirmed.length > 0
}

/**
 * Higher than every fence of earlier epochs, lower than every fence of this epoch's runs; see `next_fence` in the
 * migrations.
 */
export function firstFenceOf(epoch: number): number {
  return epoch * 2 ** 40
}
