/** Makes a deployment live: its row, the previous deployment, and the environment, in one transaction. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { leaveServer } from '../domains/index.ts'
import { changeEnvironmentState, findEnvironmentState, updateEnvironmentStatus } from '../environments/index.ts'
import { followCronServices, listLiveReleases } from '../workloads/index.ts'
import { FrozenService } from '../workloads/release.schemas.ts'
import { type DeploymentRow, retireLive, updateDeployment } from './deployments.repository.ts'
import { markDeploymentInLog } from './mark-deployment-in-log.action.ts'
import { notifyMembers } from './notify-members.action.ts'
import { reportCommitStatus } from './report-commit-status.action.ts'

/** Idempotent. */
export async function makeLive(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environment_id: environmentId, server_id: serverId, finished_at: finishedAt }: DeploymentRow,
): Promise<void> {
  if (finishedAt !== null) return
  await retireLive(tx, organizationId, { environmentId, except: id })
  const row = await updateDeployment(tx, organizationId, { id, status: 'live' })
  if (row !== undefined) await reportCommitStatus(tx, organizationId, row)
  const before = await findEnvironmentState(tx, organizationId, environmentId)
  await updateEnvironmentStatus(tx, organizationId, {
    id: environmentId,
    live_deployment_id: id,
    live_server_id: serverId,
    stopped_at: null,
  })
  const leftId = before?.liveServerId ?? null
  if (leftId !== null && leftId !== serverId) await leaveServer(tx, organizationId, { environmentId, serverId: leftId })
  // Earlier drift no longer matters.
  await changeEnvironmentState(tx, organizationId, { id: environmentId, drift: [] })
  const [release] = await listLiveReleases(tx, organizationId, [environmentId])
  const services = z.array(FrozenService).parse(release?.services ?? [])
  if (row !== undefined) {
    await markDeploymentInLog(tx, organizationId, row)
    await notifyMembers(tx, organizationId, row)
  }
  await followCronServices(tx, organizationId, { environmentId, services })
}
