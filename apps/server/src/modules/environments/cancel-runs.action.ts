/** Cancels runs of an environment for a request that doesn't wait for them. */
import type { Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns, requestCancel } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { stopEnvironment } from './environments.references.ts'

/** Call it before the environment's row is locked, because the worker locks a run before its environment. */
export async function cancelRunsOf(tx: Tx, id: Id<'env'>): Promise<void> {
  for (const run of await listUnfinishedRuns(tx, stopEnvironment, id)) await requestCancel(tx, run.id)
}

/** Call it before everything in the environment is removed. A deployment that is already live ends on its own. */
export async function cancelDeployments(tx: Tx, environmentId: Id<'env'>): Promise<void> {
  const runs = await listUnfinishedRuns(tx, stopEnvironment, environmentId)
  for (const { id, kind } of runs) if (kind === 'deploy') await requestCancel(tx, id)
}
