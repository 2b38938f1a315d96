/** Worker side of the call that registers, updates, or removes a webhook. */
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { findAutoDeploy } from '../auto-deploy.repository.ts'
import { ensureWebhook } from '../ensure-webhook.remote.ts'
import type { PushWork } from '../workflow/push-work.context.ts'
import { ensureWebhookCall } from './ensure-webhook.definition.ts'

export function createEnsureWebhookCall(work: PushWork): LinkHandler {
  return handleCall(ensureWebhookCall, async ({ environmentId }, { organizationId, signal }) => {
    if (organizationId === null) throw new RefusedError('invalid_arguments')
    const row = await work.database.tenant(organizationId, (tx) => findAutoDeploy(tx, organizationId, environmentId))
    if (row !== undefined) await ensureWebhook(work, { organizationId, id: row.id }, signal)
    return null
  })
}
