/** Keys that seal, and keys that open. */
import { canaryContext, canaryText } from '../../../platform/secrets/keyring.ts'
import type { Check } from '../check.ts'
import { fault, ok, warning } from '../finding.policy.ts'

const fromKit = 'the recovery kit has them'

export const sealingChecks: readonly Check[] = [
  {
    code: 'sealing-identities',
    meaning: 'What is sealed in the database cannot be opened with SEALING_IDENTITIES.',
    remedy: `Put the identities back into secrets/sealing-identities (${fromKit}), then docker compose up -d --force-recreate worker.`,
    needs: ['migrations', 'database-roles'],
    async run(patient) {
      const unsealer = await patient.unsealer()
      const rows = await patient.database.systemDb.selectFrom('sealing_keys').select(['key_id', 'canary']).execute()
      const closed: string[] = []
      for (const { key_id: keyId, canary } of rows) {
        const opened = await unsealer.unseal(canaryContext(keyId), canary).catch(() => undefined)
        if (opened?.equals(canaryText) !== true) closed.push(keyId)
      }
      if (closed.length === 0) return ok(`open everything (${rows.length} keys)`)
      return fault(`secrets are sealed to key ${closed.join(', ')}, which the identities given here do not open`)
    },
  },
  {
    code: 'sealing-recipient',
    meaning: 'The api seals to a key (SEALING_RECIPIENT) that is not the worker’s.',
    remedy:
      'Set SEALING_RECIPIENT in .env to the public half of the first of secrets/sealing-identities, then docker compose up -d.',
    needs: ['migrations', 'database-roles'],
    async run(patient) {
      const recipient = patient.given('SEALING_RECIPIENT')
      if (patient.reading.isWorker) {
        const { keys } = await patient.unsealer()
        if (!keys.some((key) => key.recipient === recipient)) return fault('it belongs to none of SEALING_IDENTITIES')
        return keys[0].recipient === recipient
          ? ok('belongs to the current identity')
          : warning('it belongs to an identity that is being retired')
      }
      const rows = await patient.database.systemDb
        .selectFrom('sealing_keys')
        .select(['recipient', 'proven_at'])
        .execute()
      const found = rows.find((row) => row.recipient === recipient)
      if (found === undefined) return rows.length === 0 ? ok('will be the first') : fault('no worker has such a key')
      return found.proven_at === null
        ? warning('no worker has opened anything sealed to it yet')
        : ok('a worker opens it')
    },
  },
]
