/**
 * For output that is written several times a second: the commit doesn't wait for the disk. PostgreSQL lets one commit with a
 * notification through at a time, so that otherwise every disk write of a log would hold up all other notifications. A crash
 * of the database loses the last moment of output, never a part of a transaction.
 */
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** For this transaction only. Nothing that must survive a crash belongs in it. */
export async function flushLater(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}
