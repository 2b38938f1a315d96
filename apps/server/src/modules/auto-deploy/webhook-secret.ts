/** The secret of an environment's hook. The api derives it whenever a delivery comes; the worker has a sealed copy for the forge. */
import { deriveKey } from '../../platform/secrets/derive.ts'
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'

export const hookSecret = defineSealedColumn({
  table: 'auto_deploys',
  idColumn: 'id',
  column: 'sealed_secret',
  organizationColumn: 'organization_id',
})

/** 64 hexadecimal digits: every forge takes them, also those that want base64. */
export function deriveHookSecret(master: Secret, environmentId: string, generation: number): Secret {
  return new Secret(deriveKey(master, 'git-webhook', environmentId, generation).toString('hex'))
}
