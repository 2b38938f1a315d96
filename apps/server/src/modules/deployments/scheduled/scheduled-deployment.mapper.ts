import type { Id } from '../../../platform/ids/brand.ts'
import type { ScheduledDeploymentRow } from './scheduled-deployments.repository.ts'
import type { ScheduledDeployment } from './scheduled-deployments.schemas.ts'

export function toScheduledDeployment(row: ScheduledDeploymentRow, environmentId: Id<'env'>): ScheduledDeployment {
  return {
    id: row.id,
    environmentId,
    status: row.status,
    startAt: row.start_at,
    branch: row.branch,
    commit: row.requested_commit,
    clearCache: row.clear_cache,
    createdBy: row.created_by,
    deploymentId: row.deployment_id,
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
