/** Ends backups that read from a lost server: they can't succeed anymore, and would hold up its recovery. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { lockHolders, lockResources } from '../../../platform/durable/locks.ts'
import { requestCancel } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { requireEnvironment } from '../../environments/index.ts'
import { findServer } from '../../servers/index.ts'
import { backUp, environmentLock } from '../archives/backups.references.ts'

/** Call it before the environment is locked, because runs are locked first everywhere. */
export async function cancelLostBackups(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<void> {
  const { live_server_id: serverId } = await requireEnvironment(tx, organizationId, id)
  const server = serverId === null ? undefined : await findServer(tx, organizationId, serverId)
  if (server?.status !== 'unreachable') return
  const { resource } = environmentLock(id, 'shared')
  await lockResources(tx, [resource])
  for (const { runId, kind } of await lockHolders(tx, resource))
    if (kind === backUp.kind) await requestCancel(tx, runId)
}
