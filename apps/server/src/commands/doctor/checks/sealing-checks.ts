/** Checks of the keys that seal and open secrets. */
import { canaryContext, canaryText } from '../../../platform/secrets/keyring.ts'
import type { Check } from '../check.ts'
import { fault, ok, warning } from '../finding.policy.ts'

const fromKit = 'the recovery kit has them'

export const sealingChecks: readonly Check[] = [
  {
    code: 'sealing-identities',
    meaning: "SEALING_IDENTITIES can't open the encrypted values in the database.",
    remedy: `Put the identities back into secrets/sealing-identities (${fromKit}), then run docker compose up -d --force-recreate worker.`,
    needs: ['migrations', 'database-roles'],
    async run(context) {
      const unsealer = await context.unsealer()
      const rows = await context.database.systemDb.selectFrom('sealing_keys').select(['key_id', 'canary']).execute()
      const closed: string[] = []
      for (const { key_id: keyId, canary } of rows) {
        const opened = await unsealer.unseal(canaryContext(keyId), canary).catch(() => undefined)
        if (opened?.equals(canaryText) !== true) closed.push(keyId)
      }
      if (closed.length === 0) return ok(`can open everything (${rows.length} keys)`)
      return fault(`secrets are encrypted with key ${closed.join(', ')}, which these identities can't open`)
    },
  },
  {
    code: 'sealing-recipient',
    meaning: "The API encrypts with a key (SEALING_RECIPIENT) that isn't the worker's.",
    remedy:
      'Set SEALING_RECIPIENT in .env to the public key of the first identity in secrets/sealing-identities, then run docker compose up -d.',
    needs: ['migrations', 'database-roles'],
    async run(context) {
      const recipient = context.required('SEALING_RECIPIENT')
      if (context.reading.isWorker) {
        const { keys } = await context.unsealer()
        if (!keys.some((key) => key.recipient === recipient)) return fault("it isn't one of SEALING_IDENTITIES")
        return keys[0].recipient === recipient
          ? ok('belongs to the current identity')
          : warning('it belongs to an identity that is being retired')
      }
      const rows = await context.database.systemDb
        .selectFrom('sealing_keys')
        .select(['recipient', 'proven_at'])
        .execute()
      const found = rows.find((row) => row.recipient === recipient)
      if (found === undefined)
        return rows.length === 0 ? ok('is the first key of this instance') : fault('no worker has this key')
      return found.proven_at === null
        ? warning('no worker has opened a value encrypted with it yet')
        : ok('a worker can open it')
    },
  },
]
