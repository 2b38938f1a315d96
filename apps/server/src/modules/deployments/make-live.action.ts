/** Makes a deployment live: its row, the previous deployment, and the environment, in one transaction. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { leaveServer } from '../domains/index.ts'
import { changeEnvironmentState, findEnvironmentState, updateEnvironmentStatus } from '../environments/index.ts'
import { followCronServices, listLiveReleases } from '../workloads/index.ts'
import { FrozenService } from '../workloads/release.schemas.ts'
import { changeDeploymentStatus, type StatusEvents } from './change-deployment-status.action.ts'
import type { DeploymentRow } from './deployments.repository.ts'

/** Idempotent. Publishes events, so call it last in the transaction. */
export async function makeLive(
  tx: Tx,
  organizationId: OrganizationId,
  row: DeploymentRow,
  events: StatusEvents = {},
): Promise<void> {
  if (row.finished_at !== null) return
  const writeAlongside = () => makeEnvironmentLive(tx, organizationId, row)
  await changeDeploymentStatus(tx, row, 'live', { ...events, writeAlongside })
}

async function makeEnvironmentLive(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environment_id: environmentId, server_id: serverId }: DeploymentRow,
): Promise<void> {
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
  await followCronServices(tx, organizationId, { environmentId, services })
}
