/** Evaluates the required checks of a commit and returns when to check again. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { loadProject } from '../projects/worker.ts'
import type { DeliveryReason } from './delivery-reasons.policy.ts'
import type { OpenDeliveries } from './read-open-deliveries.query.ts'
import type { PushWork } from './workflow/push-work.context.ts'

export interface Verdict {
  status: 'waiting' | 'ignored' | 'failed'
  reason: DeliveryReason
  againMs: number
}

/** Counted from the push. */
const checksMs = 60 * 60_000
const firstAgainMs = 5_000

/** Returns null when the commit can be deployed. */
export async function evaluateChecks(
  work: Pick<PushWork, 'database' | 'sources'>,
  wanted: { organizationId: OrganizationId; open: OpenDeliveries; target: { sha: string; id: Id<'whd'> } },
  signal: AbortSignal,
): Promise<Verdict | null> {
  const { organizationId, open, target } = wanted
  const { environment } = open
  if (!environment.auto_deploy_require_checks) return null
  const { ref } = await loadProject(work, { organizationId, projectId: environment.project_id })
  if (ref === null || 'url' in ref) return { status: 'failed', reason: 'checks_unreadable', againMs: 0 }
  const state = await work.sources.checks(organizationId, ref, target.sha, { signal })
  if (state === 'success') return null
  if (state === 'failure') return { status: 'ignored', reason: 'checks_failed', againMs: 0 }
  const receivedAt = open.pushes.find(({ id }) => id === target.id)?.receivedAt ?? new Date()
  if (isOverdue(receivedAt)) return { status: 'ignored', reason: 'checks_timeout', againMs: 0 }
  return { status: 'waiting', reason: 'checks_pending', againMs: firstAgainMs }
}

export function isOverdue(receivedAt: Date): boolean {
  return Date.now() - receivedAt.getTime() > checksMs
}
