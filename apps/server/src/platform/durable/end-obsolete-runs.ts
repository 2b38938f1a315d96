/** Ends queued runs that will never start: canceled, or superseded by a newer run of the same kind and key. */
import { finishRun } from './finish-run.ts'
import type { Journal, ObsoleteRunFilter } from './journal.ts'
import { toRun } from './to-run.ts'
import type { AnyWorkflow } from './workflow.ts'
import type { RunId } from './workflow-ref.ts'

type Workflows = ReadonlyMap<string, AnyWorkflow>

/**
 * Returns how many runs it ended. A run that can't be ended doesn't block the others; the error is thrown afterwards.
 * `key` limits it to one subject.
 */
export async function endObsoleteRuns(
  journal: Journal,
  workflows: Workflows,
  key: string | null = null,
): Promise<number> {
  const superseding = [...workflows.values()].filter((each) => each.ref.supersedesQueued).map((each) => each.ref.kind)
  const candidates = await journal.findObsolete({ superseding, key, id: null })
  let settled = 0
  const errors: unknown[] = []
  for (const { id } of candidates) {
    try {
      if (await endOne(journal, workflows, { superseding, key: null, id })) settled += 1
    } catch (error) {
      errors.push(new Error(`queued run ${id} cannot be ended`, { cause: error }))
    }
  }
  if (errors.length > 0)
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} queued runs cannot be ended`)
  return settled
}

async function endOne(
  journal: Journal,
  workflows: Workflows,
  filter: ObsoleteRunFilter & { id: RunId },
): Promise<boolean> {
  return await journal.transaction(async (transaction) => {
    await transaction.lockHolds(filter.id)
    await transaction.lockRun(filter.id)
    const [obsolete] = await transaction.findObsolete(filter)
    if (obsolete === undefined) return false
    const workflow = workflows.get(obsolete.kind)
    // Another release may have written the input: a run with an unreadable input must end anyway.
    const parsed = workflow?.ref.input.safeParse(obsolete.input)
    const input = parsed?.success === true ? parsed.data : obsolete.input
    const { cancelled, supersededBy } = obsolete
    const end = cancelled
      ? ({ status: 'cancelled', error: null, supersededBy: null } as const)
      : ({ status: 'superseded', error: null, supersededBy } as const)
    await finishRun(transaction, workflow, toRun({ ...obsolete, input }), end)
    return true
  })
}
