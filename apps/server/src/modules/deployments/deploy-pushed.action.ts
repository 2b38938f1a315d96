/**
 * Deploys a pushed commit. However many pushes arrive while a deployment runs, at most one more is queued, and it takes
 * the newest commit. So a burst causes two deployments instead of one per push.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { lockEnvironment } from '../environments/index.ts'
import {
  type DeploymentRow,
  findDeployment,
  listUnfinishedDeployments,
  retargetDeployment,
} from './deployments.repository.ts'
import { publishDeploymentStatus } from './publish-deployment-status.action.ts'
import { startDeployment } from './start-deployment.action.ts'

export interface PushedDeployment {
  id: Id<'dep'>
  how: 'started' | 'joined' | 'already_live'
}

/** Throws an `AppError` when no deployment can start. */
export async function deployPushed(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, commit }: { environmentId: Id<'env'>; commit: string },
): Promise<PushedDeployment> {
  const environment = await lockEnvironment(tx, organizationId, environmentId)
  const unfinished = await listUnfinishedDeployments(tx, organizationId, environmentId)
  const newest = unfinished.at(-1)
  // An older deployment of the same commit doesn't count, because a later one would replace it.
  if (newest !== undefined && isOf(newest, commit) && newest.status !== 'cancelling')
    return { id: newest.id, how: 'joined' }
  const liveId = environment?.live_deployment_id ?? null
  if (newest === undefined && liveId !== null) {
    const live = await findDeployment(tx, organizationId, { id: liveId })
    if (live !== undefined && isOf(live, commit)) return { id: liveId, how: 'already_live' }
  }
  if (newest !== undefined && isWaitingPush(newest)) {
    const moved = await retargetDeployment(tx, organizationId, { id: newest.id, commit })
    if (moved !== undefined) {
      await publishDeploymentStatus(tx, organizationId, moved)
      return { id: moved.id, how: 'joined' }
    }
  }
  const { id } = await startDeployment(tx, organizationId, { by: null, environmentId, trigger: 'push', commit })
  return { id, how: 'started' }
}

function isOf(row: DeploymentRow, commit: string): boolean {
  if (row.release_id !== null && row.rollback_of !== null) return false
  return row.commit === null ? row.requested_commit === commit : row.commit.sha === commit
}

function isWaitingPush(row: DeploymentRow): boolean {
  return row.trigger === 'push' && row.status === 'queued'
}
