/**
 * Asynchronous commits for output that is written several times a second. PostgreSQL processes one commit with a
 * notification at a time, so otherwise each disk write of a log would delay all other notifications. A database crash
 * loses the last moment of output, never part of a transaction.
 */
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Turns off synchronous commit for this transaction only. Don't use it for data that must survive a crash. */
export async function flushLater(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}
