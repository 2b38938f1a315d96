/** Events about Git providers. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishProviderUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  provider: { id: Id<'git'>; action: string; detail?: Record<string, unknown> },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'git_provider_updated',
    data: {
      changed: 'git_provider',
      resourceId: encodeId('git', provider.id),
      action: provider.action,
      at: new Date().toISOString(),
      ...provider.detail,
    },
  })
}
