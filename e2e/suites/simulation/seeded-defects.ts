/** Parts that are broken on purpose: a suite that doesn't detect them would prove nothing. */
import type { Journal } from '../../../apps/server/src/platform/durable/journal.ts'
import type { AnyWorkflow, Step } from '../../../apps/server/src/platform/durable/workflow.ts'

export const seededDefects = [
  'fences-ignored',
  'health-not-asked',
  'switch-not-returned',
  'release-not-removed',
  'cancel-too-late',
  'held-in-line',
] as const
/** The last one needs a schedule made for it: see left-steps.ts. */
export type SeededDefect = (typeof seededDefects)[number] | 'left-steps-forgotten'

type AnyStep = Step<unknown, unknown>

export function withDefect(workflow: AnyWorkflow, defect: SeededDefect | null): AnyWorkflow {
  const change = defect === null ? undefined : changes[defect]
  return change === undefined ? workflow : { ...workflow, steps: workflow.steps.map(change) }
}

/** Forgets steps that began under another release. */
export function withJournalDefect(journal: Journal, defect: SeededDefect | null): Journal {
  if (defect !== 'left-steps-forgotten') return journal
  return {
    ...journal,
    transaction: (work) =>
      journal.transaction((transaction) =>
        work({ ...transaction, markEntered: (runId, step) => transaction.markEntered(runId, step, null) }),
      ),
  }
}

const changes: Partial<Record<SeededDefect, (step: AnyStep) => AnyStep>> = {
  'health-not-asked': (step) => (step.name === 'check-health' ? { ...step, run: async () => ({}) } : step),
  'switch-not-returned': (step) => (step.name === 'switch-traffic' ? withoutUndo(step) : step),
  'release-not-removed': (step) => (step.name === 'start-release' ? withoutUndo(step) : step),
  'cancel-too-late': (step) => ({ ...step, cancellable: true }),
}

function withoutUndo({ undo: _, ...step }: AnyStep): AnyStep {
  return step
}
