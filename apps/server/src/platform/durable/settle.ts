/** Ends queued runs that will never start: cancelled, or superseded by a newer run of the same kind and key. */
import { finishRun } from './finish-run.ts'
import type { Journal } from './journal.ts'
import type { AnyWorkflow } from './workflow.ts'

/** Returns how many it ended. `key` confines it to one subject. */
export async function settleQueued(
  journal: Journal,
  workflows: ReadonlyMap<string, AnyWorkflow>,
  key: string | null = null,
): Promise<number> {
  const superseding = [...workflows.values()].filter((each) => each.ref.supersedesQueued).map((each) => each.ref.kind)
  const candidates = await journal.findDoomed({ superseding, key, id: null })
  let settled = 0
  for (const { id } of candidates) {
    settled += await journal.transaction(async (transaction) => {
      await transaction.lockHolds(id)
      await transaction.lockRun(id)
      const [doomed] = await transaction.findDoomed({ superseding, key: null, id })
      if (doomed === undefined) return 0
      const workflow = workflows.get(doomed.kind)
      const input = workflow?.ref.input.parse(doomed.input)
      await finishRun(
        transaction,
        workflow,
        { ...doomed, input },
        {
          status: doomed.cancelled ? 'cancelled' : 'superseded',
          error: null,
          supersededBy: doomed.cancelled ? null : doomed.supersededBy,
        },
      )
      return 1
    })
  }
  return settled
}
