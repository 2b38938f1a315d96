/**
 * Worker side of the startup check (see keyring.ts). In a separate file, so that the API loads nothing that can unseal.
 */
import type { Database } from '../database/database.ts'
import { canaryContext, canaryText, insertKey, lockKeys, nameKeys, SealingKeyError, sealCanary } from './keyring.ts'
import type { Secret } from './secret.ts'
import type { Unsealer } from './unseal.ts'

/** The worker calls it before it accepts work. */
export async function assertIdentitiesOpenEverything(database: Database, unsealer: Unsealer): Promise<void> {
  const own = await Promise.all(unsealer.keys.map(sealCanary))
  await database.system(async (tx) => {
    await lockKeys(tx)
    const rows = await tx.selectFrom('sealing_keys').select(['key_id', 'canary']).execute()
    const closed = []
    for (const row of rows) if (!(await opens(unsealer, row.key_id, row.canary))) closed.push(row.key_id)
    if (closed.length > 0) {
      throw new SealingKeyError(
        `secrets are sealed to ${nameKeys(closed)}, which the configured identities (${nameKeys(unsealer.keys.map((key) => key.keyId))}) ` +
          'cannot open: configure the missing identity, after the current one if it is an old one',
      )
    }
    for (const { key, canary } of own) await insertKey(tx, key, canary)
    await tx.updateTable('sealing_keys').set({ proven_at: new Date() }).where('proven_at', 'is', null).execute()
  })
}

async function opens(unsealer: Unsealer, keyId: string, canary: string): Promise<boolean> {
  const opened: Secret | undefined = await unsealer.unseal(canaryContext(keyId), canary).catch(() => undefined)
  return opened?.equals(canaryText) === true
}
