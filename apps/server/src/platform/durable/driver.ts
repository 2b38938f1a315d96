/**
 * Handler that Restate calls, at most once at a time per key. It claims the next run of the key and drives it to its
 * end. Returning uses up this invocation; throwing asks Restate to call again.
 */

import { startsSlowly } from './enter-step.ts'
import { type DriverOptions, openExecution } from './execution.ts'
import type { ClaimHints } from './journal.ts'
import { runSteps } from './run-steps.ts'
import { undoSteps } from './undo-steps.ts'
import type { AnyWorkflow } from './workflow.ts'

export type Drive = (key: string, attempt: AbortSignal) => Promise<void>

export function createDriver(options: DriverOptions): Drive {
  const hints = claimHints(options.workflows)
  return async (key, attempt) => {
    using live = await options.live.enter(key, attempt)
    // A process that was suspended must first learn that its connection to Restate is lost, and must not claim
    // anything.
    await options.timers.turn()
    live.gone.signal.throwIfAborted()
    await options.point('claiming', key)
    const run = await options.journal.claimHead(key, hints)
    if (run === undefined) {
      const kind = await options.journal.findUnknownKind(key, hints)
      // A worker of another release may know this kind. Restate retries, there or here.
      if (kind !== undefined) throw new Error(`no workflow ${kind} in this worker`)
      return
    }
    options.live.nameRun(live, run.id)
    await options.point('claimed', run.id)
    const execution = await openExecution(options, run, live)
    if (run.status === 'running' && run.error === null && (await runSteps(execution)) !== 'undo') return
    await undoSteps(execution)
  }
}

function claimHints(workflows: ReadonlyMap<string, AnyWorkflow>): ClaimHints {
  const all = [...workflows.values()]
  return {
    firstSteps: JSON.stringify(Object.fromEntries(all.map((each) => [each.ref.kind, each.steps[0]?.name]))),
    slowStarters: all.filter(startsSlowly).map((each) => each.ref.kind),
  }
}
