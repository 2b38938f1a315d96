/**
 * Start-up checks of the sealing keys. A wrong or missing key must stop a process before it seals what nobody can open,
 * or meets what it cannot open.
 *
 * - Worker: opens the canary of every key in use, or refuses to start; then registers its own keys.
 * - Api: seals only to a registered key. The very first start registers its own, which the worker then has to open.
 *
 * Hence the order of a rotation: the worker gets the new identity first, then the api the new recipient.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import type { Sealer } from './seal.ts'
import { createSealer } from './seal.ts'
import type { SealContext } from './sealed-format.ts'
import type { Secret } from './secret.ts'
import type { Unsealer, UnsealerKey } from './unseal.ts'

const canaryText = 'longshore sealing canary'

export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError'
}

/** Api, before listening. */
export async function assertRecipientRegistered(database: Database, sealer: Sealer): Promise<void> {
  const canary = await sealer.seal(canaryContext(sealer.keyId), canaryText)
  await database.system(async (tx) => {
    await lockKeys(tx)
    const known = await tx.selectFrom('sealing_keys').select('key_id').execute()
    if (known.some((row) => row.key_id === sealer.keyId)) return
    if (known.length > 0) {
      throw new SealingKeyError(
        `the sealing recipient (key ${sealer.keyId}) is not one that the worker can open (${list(known.map((row) => row.key_id))}): ` +
          'set the recipient that belongs to the worker’s identity; to rotate, start the worker with the new identity first',
      )
    }
    await insertKey(tx, sealer, canary)
  })
}

/** Worker, before taking work. */
export async function assertIdentitiesOpenEverything(database: Database, unsealer: Unsealer): Promise<void> {
  const own = await Promise.all(unsealer.keys.map(sealCanary))
  await database.system(async (tx) => {
    await lockKeys(tx)
    const rows = await tx.selectFrom('sealing_keys').select(['key_id', 'canary']).execute()
    const closed = []
    for (const row of rows) if (!(await opens(unsealer, row.key_id, row.canary))) closed.push(row.key_id)
    if (closed.length > 0) {
      throw new SealingKeyError(
        `secrets are sealed to ${list(closed)}, which the configured identities (${list(unsealer.keys.map((key) => key.keyId))}) ` +
          'cannot open: configure the missing identity, after the current one if it is an old one',
      )
    }
    for (const { key, canary } of own) await insertKey(tx, key, canary)
    await tx.updateTable('sealing_keys').set({ proven_at: new Date() }).where('proven_at', 'is', null).execute()
  })
}

/** After a rotation that left nothing: keys that no value needs any more are forgotten, so that their identities can go. */
export async function retireOldKeys(database: Database, currentKeyId: string): Promise<void> {
  await database.system(async (tx) => {
    await lockKeys(tx)
    await tx.deleteFrom('sealing_keys').where('key_id', '<>', currentKeyId).execute()
  })
}

async function sealCanary(key: UnsealerKey): Promise<{ key: UnsealerKey; canary: string }> {
  return { key, canary: await createSealer(key.recipient).seal(canaryContext(key.keyId), canaryText) }
}

async function opens(unsealer: Unsealer, keyId: string, canary: string): Promise<boolean> {
  const opened: Secret | undefined = await unsealer.unseal(canaryContext(keyId), canary).catch(() => undefined)
  return opened?.equals(canaryText) === true
}

async function insertKey(tx: Tx, key: UnsealerKey, canary: string): Promise<void> {
  await tx
    .insertInto('sealing_keys')
    .values({ key_id: key.keyId, recipient: key.recipient, canary })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
}

/** Two processes that start at once take turns; an empty table has no row to lock. */
async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table sealing_keys in share row exclusive mode`.execute(tx)
}

function canaryContext(keyId: string): SealContext {
  return { table: 'sealing_keys', row: keyId, column: 'canary', organizationId: null }
}

function list(keyIds: readonly string[]): string {
  return keyIds.map((keyId) => `key ${keyId}`).join(', ')
}
