/**
 * One rename on the server decides. Afterwards no timer and no restart reverts the changes; if the revert came first,
 * the run was rolled back.
 */
import { z } from 'zod'
import { updateRun } from '../../hardening-runs.repository.ts'
import {
  guardOf,
  type HardeningDeps,
  hardeningStep,
  isIdle,
  loadRun,
  onServer,
  slowAttempts,
  subjectOf,
  windowElapsed,
} from '../hardening.context.ts'

export function confirmStep(deps: HardeningDeps) {
  return hardeningStep<Record<string, never>>({
    name: 'confirm',
    output: z.object({}),
    deadlineMs: 120_000,
    retriesDeadline: true,
    attempts: slowAttempts,
    cancellable: false,
    async run(context) {
      const row = await loadRun(deps, context)
      if (isIdle(row)) return {}
      const { organizationId, id } = subjectOf(context)
      await onServer(deps, context, async (connection) => {
        if (!(await guardOf(connection, id, context.signal).confirm())) throw windowElapsed()
        for (const earlier of row.reverts) await guardOf(connection, earlier, context.signal).markUndone()
      })
      context.record(async (tx) => void (await updateRun(tx, organizationId, { id, guardState: 'confirmed' })))
      return {}
    },
  })
}
