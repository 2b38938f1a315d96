/**
 * Startup checks of the sealing keys. A wrong or missing key must stop a process before it seals values that no key can
 * open, or reads values that it can't open.
 *
 * - Worker (open-keyring.ts): opens the canary of every key in use, or refuses to start; then registers its own keys.
 * - API: seals only to a registered key. The very first start registers its own, which the worker then has to open.
 *
 * Hence the order of a rotation: the worker gets the new identity first, then the API gets the new recipient.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import type { Sealer } from './seal.ts'
import { createSealer } from './seal.ts'
import type { SealContext } from './sealed-format.ts'

export interface SealingKey {
  keyId: string
  recipient: string
}

export const canaryText = 'longshore sealing canary'

export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError'
}

/** The API calls it before it listens. */
export async function assertRecipientRegistered(database: Database, sealer: Sealer): Promise<void> {
  const canary = await sealer.seal(canaryContext(sealer.keyId), canaryText)
  await database.system(async (tx) => {
    await lockKeys(tx)
    const known = await tx.selectFrom('sealing_keys').select('key_id').execute()
    if (known.some((row) => row.key_id === sealer.keyId)) return
    if (known.length > 0) {
      throw new SealingKeyError(
        `the sealing recipient (key ${sealer.keyId}) is not one that the worker can open (${nameKeys(known.map((row) => row.key_id))}): ` +
          'set the recipient that belongs to the worker’s identity; to rotate, start the worker with the new identity first',
      )
    }
    await insertKey(tx, sealer, canary)
  })
}

export async function sealCanary(key: SealingKey): Promise<{ key: SealingKey; canary: string }> {
  return { key, canary: await createSealer(key.recipient).seal(canaryContext(key.keyId), canaryText) }
}

export async function insertKey(tx: Tx, key: SealingKey, canary: string): Promise<void> {
  await tx
    .insertInto('sealing_keys')
    .values({ key_id: key.keyId, recipient: key.recipient, canary })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
}

/** Serializes processes that start at once; an empty table has no row to lock. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table sealing_keys in share row exclusive mode`.execute(tx)
}

export function canaryContext(keyId: string): SealContext {
  return { table: 'sealing_keys', row: keyId, column: 'canary', organizationId: null }
}

export function nameKeys(keyIds: readonly string[]): string {
  return keyIds.map((keyId) => `key ${keyId}`).join(', ')
}
