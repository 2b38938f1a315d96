/**
 * Ends a move in the transaction that ends its deployment; the server where the environment is live determines the
 * outcome.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { listUnfinishedRuns, requestCancel } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findEnvironmentState, stopEnvironment, updateEnvironment } from '../../environments/index.ts'
import { endUndo } from '../restores/restores.repository.ts'
import { findOpenMove, updateMove } from './moves.repository.ts'

/** How long the previous server keeps the data of a move. After a recovery, a person decides. */
const keptMs = 3 * 24 * 60 * 60_000

export async function endMove(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, runId }: { environmentId: Id<'env'>; runId: string },
): Promise<void> {
  const move = await findOpenMove(tx, organizationId, environmentId)
  if (move === undefined) return
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state?.liveServerId === move.to_server_id) {
    const now = await readNow(tx)
    if (move.kind === 'recovery') {
      // The volumes for an undo of earlier restores were on the lost server.
      await endUndo(tx, organizationId, environmentId)
      await updateMove(tx, organizationId, { id: move.id, status: 'moved', keptUntil: null, nextFenceAt: now })
      return
    }
    const keptUntil = new Date(now.getTime() + keptMs)
    await updateMove(tx, organizationId, { id: move.id, status: 'moved', keptUntil })
    return
  }
  // Queued deployments would go to the other server without anyone asking for it. Their runs are locked before the
  // environment.
  for (const { id, kind } of await listUnfinishedRuns(tx, stopEnvironment, environmentId))
    if (kind === 'deploy' && id !== runId) await requestCancel(tx, id)
  await updateMove(tx, organizationId, { id: move.id, status: 'returned' })
  await updateEnvironment(tx, organizationId, { id: environmentId, server_id: move.from_server_id })
}
