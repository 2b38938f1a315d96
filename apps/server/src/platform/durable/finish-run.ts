/** The end of a run, one transaction: terminal state, locks and slots passed on, the next in line woken, hooks told. */
import type { JournalTransaction } from './journal.ts'
import type { AnyWorkflow, FinishedRun, Run } from './workflow.ts'

type EndingRun = Run<unknown> & { readonly wasParked: boolean }

/** Sets the terminal state of a run whose row the transaction has locked, and does all that goes with it. */
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
