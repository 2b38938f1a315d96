/** The URL where a Git provider delivers the events of an environment. */
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

export function webhookUrl(publicUrl: string, environmentId: Id<'env'>): string {
  return `${publicUrl}/api/v1/webhooks/git/${encodeId('env', environmentId)}`
}
