/** Cancels the runs of an environment for a removal that doesn't wait for them. */
import type { Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns, requestCancel } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { stopEnvironment } from './environments.references.ts'

/** Call it before the environment's row is locked, because the worker locks a run before its environment. */
export async function cancelRunsOf(tx: Tx, id: Id<'env'>): Promise<void> {
  for (const run of await listUnfinishedRuns(tx, stopEnvironment, id)) await requestCancel(tx, run.id)
}
