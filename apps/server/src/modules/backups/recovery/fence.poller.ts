/** Stops what a lost server still runs, within seconds after the server responds again. */
import type { Database } from '../../../platform/database/database.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Log } from '../../../platform/log/log.ts'
import { updateMove } from '../moves/moves.repository.ts'
import { type DueFence, listDueFences } from '../moves/moves.system-repository.ts'
import { fenceServer } from './recovery.references.ts'

export function createFencePoller({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return poller<DueFence>({
    name: 'recovery-fences',
    everyMs: 2_000,
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free }) => listDueFences(database.systemDb, free),
    keyOf: ({ id }) => id,
    visit: (due) => startFence(database, due),
  })
}

/** Cleared in the run's transaction, so that the next round doesn't find it again; a failed run sets it again. */
export async function startFence(database: Database, { id, organizationId, environmentId }: DueFence): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const input = { environmentId, deploymentId: id }
    await startRun(tx, { workflow: fenceServer, key: environmentId, input, organizationId })
    await updateMove(tx, organizationId, { id, nextFenceAt: null })
  })
}
