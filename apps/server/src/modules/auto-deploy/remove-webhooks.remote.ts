/** Removes all webhooks of a deleted organization from their Git providers. */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { listHooks } from './auto-deploy.repository.ts'
import { removeEnvironmentWebhook } from './ensure-webhook.remote.ts'
import type { PushWork } from './workflow/push-work.context.ts'

export type RemoveWebhooks = (
  organizationId: OrganizationId,
  signal: AbortSignal,
) => Promise<{ name: string; code: string }[]>

/** Returns the repositories that still have a webhook because their provider is unreachable. */
export function createRemoveWebhooks(work: PushWork): RemoveWebhooks {
  return async (organizationId, signal) => {
    for (const row of await hooksOf(work.database, organizationId))
      await removeEnvironmentWebhook(work, { organizationId, row }, signal)
    const left = await hooksOf(work.database, organizationId)
    return left.map((row) => ({ name: row.hook_repository ?? row.id, code: 'provider_unavailable' }))
  }
}

async function hooksOf(database: Database, organizationId: OrganizationId) {
  return await database.tenant(organizationId, (tx) => listHooks(tx, organizationId))
}
