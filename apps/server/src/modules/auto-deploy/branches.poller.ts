/** Looks for new commits where no webhook reports them, and stores what it finds like a delivery. */
import { createHash } from 'node:crypto'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { findEnvironment } from '../environments/index.ts'
import { requireProject } from '../projects/index.ts'
import { findAutoDeployById, moveSeenCommit } from './auto-deploy.repository.ts'
import { findMessage, findTip } from './branch-tip.remote.ts'
import { storeDeliveries } from './store-delivery.action.ts'
import type { PushEvent } from './webhook-events.schemas.ts'
import type { PushWork } from './workflow/push-work.context.ts'

type Work = Pick<PushWork, 'database' | 'sources' | 'git'>

export async function pollBranch(
  work: Work,
  { organizationId, id }: { organizationId: OrganizationId; id: Id<'adp'> },
  signal: AbortSignal,
): Promise<void> {
  const found = await work.database.tenant(organizationId, async (tx) => {
    const row = await findAutoDeployById(tx, organizationId, id)
    if (row === undefined || row.environment_id === null) return undefined
    const environment = await findEnvironment(tx, organizationId, row.environment_id)
    if (environment === undefined) return undefined
    const project = await requireProject(tx, organizationId, environment.project_id)
    return { row, environment, fullName: project.repository_full_name ?? row.repository_full_name ?? '' }
  })
  if (found === undefined) return
  const { row, environment, fullName } = found
  const { branch, project_id: projectId } = environment
  if (!environment.auto_deploy_enabled || environment.deletion_requested_at !== null || branch === null) return
  const subject = { organizationId, projectId }
  const sha = await findTip(work, { ...subject, branch }, signal)
  const from = { branch: row.seen_branch, commit: row.seen_commit }
  if (sha === null || (from.branch === branch && from.commit === sha)) return
  // The first poll only remembers the current commit.
  const isFirst = from.branch !== branch || from.commit === null
  const commit = isFirst ? null : await findMessage(work, { ...subject, sha }, signal)
  await work.database.tenant(organizationId, async (tx) => {
    const isOurs = await moveSeenCommit(tx, organizationId, { id, from, to: { branch, commit: sha } })
    if (!isOurs || isFirst) return
    const delivery = newId('whd')
    const event: PushEvent = {
      kind: 'push',
      repository: { id: '', fullName },
      ref: `refs/heads/${branch}`,
      commit: { sha, message: commit?.message ?? '', author: commit?.author ?? '' },
      changedPaths: null,
      isForced: false,
    }
    await storeDeliveries(tx, organizationId, [
      {
        id: delivery,
        environmentId: environment.id,
        autoDeployId: id,
        deliveryHash: createHash('sha256').update(delivery).digest(),
        bodyHash: null,
        origin: 'poll',
        eventName: 'poll',
        event,
        ignored: null,
      },
    ])
  })
}
