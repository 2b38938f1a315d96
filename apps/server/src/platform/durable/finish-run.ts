/** The end of a run in one transaction: final state, locks and slots released, the next run woken, hooks called. */
import type { JournalTransaction } from './journal.ts'
import type { EndingRun } from './to-run.ts'
import type { AnyWorkflow, FinishedRun } from './workflow.ts'

/** Sets the final state of a run whose row the transaction has locked, and everything that follows from it. */
export async function finishRun(
  transaction: JournalTransaction,
  workflow: AnyWorkflow | undefined,
  run: EndingRun,
  end: FinishedRun,
): Promise<void> {
  await transaction.markFinished(run.id, end)
  await afterFinish(transaction, workflow, run, end)
}

export async function afterFinish(
  transaction: JournalTransaction,
  workflow: AnyWorkflow | undefined,
  run: EndingRun,
  end: FinishedRun,
): Promise<void> {
  await transaction.passOn(run)
  await workflow?.onFinish?.(transaction.tx, run, end)
}
