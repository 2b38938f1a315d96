/** Ends what runs for an environment, for a removal that does not wait for it. */
import type { Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns, requestCancel } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { stopEnvironment } from './environment-workflows.ts'

/** Before the environment's row is locked: the worker locks a run first and its environment after. */
export async function cancelRunsOf(tx: Tx, id: Id<'env'>): Promise<void> {
  for (const run of await listUnfinishedRuns(tx, stopEnvironment, id)) await requestCancel(tx, run.id)
}
