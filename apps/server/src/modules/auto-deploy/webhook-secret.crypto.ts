/**
 * The webhook secret of an environment. The API derives it for every delivery; the worker has a sealed copy for the Git
 * provider.
 */
import { deriveKey } from '../../platform/secrets/derive.ts'
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'

export const hookSecret = defineSealedColumn({
  table: 'auto_deploys',
  idColumn: 'id',
  column: 'sealed_secret',
  organizationColumn: 'organization_id',
})

/** Every Git provider accepts 64 hexadecimal digits, including those that expect base64. */
export function deriveHookSecret(master: Secret, environmentId: string, generation: number): Secret {
  return new Secret(deriveKey(master, 'git-webhook', environmentId, generation).toString('hex'))
}
