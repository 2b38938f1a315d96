/** Purging a removed service: its volumes are still on the server. */
import { startRun } from '../../../platform/durable/runs.ts'
import { findEnvironment, purgeService } from '../../environments/index.ts'
import { findServer } from '../../servers/index.ts'
import { subjectOf, type TrashHandler } from '../../trash/index.ts'

export const startServicePurge: NonNullable<TrashHandler['purge']> = async (tx, organizationId, item) => {
  const { environment_id: environmentId, server_id: serverId } = item
  if (environmentId === null || serverId === null) return 'done'
  // Its environment's purge removes all volumes.
  if ((await findEnvironment(tx, organizationId, environmentId)) === undefined) return 'done'
  if ((await findServer(tx, organizationId, serverId)) === undefined) return 'done'
  const input = { environmentId, serverId, serviceId: subjectOf(item, 'svc'), trashItemId: item.id }
  await startRun(tx, { workflow: purgeService, key: environmentId, input, organizationId })
  return 'started'
}
