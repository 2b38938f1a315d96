/**
 * Hardening with automatic rollback. Guarantees, whatever crashes:
 *
 * - Nothing is changed before the server has a complete snapshot, a timer and a boot-time guard that restore everything
 *   without us. Control plane, connection or server can fail at any point: either the run is confirmed, or the server
 *   returns to its old state at most `confirmTimeoutSeconds` plus the time of the revert later.
 * - A run is confirmed only after a login on a new connection, made after the last change.
 * - Confirmation and revert exclude each other: leaving `armed` is one rename on the server. The server's state
 *   determines the run's status; a worker that restarts reads it.
 * - A worker that takes over repeats the current step. Every change is idempotent, and the guard refuses all of them
 *   once the window is over, also those of a worker that was replaced and doesn't know it.
 * - Failure or cancel at any step: the undo of `arm` reverts immediately if the server is reachable, otherwise it waits
 *   for the timer, and ends only after a fresh login.
 * - Nothing else works on the server meanwhile: the run holds the server's lock exclusively.
 *
 * A dry run is the first step alone.
 */
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { serverLock } from '../../servers/index.ts'
import { type HardenSubject, hardenServer, planHardening } from '../harden.references.ts'
import type { HardeningDeps } from './hardening.context.ts'
import { hardeningHooks } from './hardening.hooks.ts'
import { applyStep } from './steps/apply.step.ts'
import { armStep } from './steps/arm.step.ts'
import { confirmStep } from './steps/confirm.step.ts'
import { planStep } from './steps/plan.step.ts'
import { preflightStep } from './steps/preflight.step.ts'
import { snapshotStep } from './steps/snapshot.step.ts'
import { verifyStep } from './steps/verify.step.ts'

export function createHardenServer(deps: HardeningDeps): Workflow<HardenSubject> {
  const plan = planStep(deps)
  const apply = applyStep(deps, plan)
  const steps = [
    plan,
    preflightStep(deps, plan),
    snapshotStep(deps, plan),
    armStep(deps),
    apply,
    verifyStep(deps, { plan, apply }),
    confirmStep(deps),
  ]
  return workflow(hardenServer, steps, {
    ...hardeningHooks,
    locks: ({ serverId }) => [serverLock(serverId, 'exclusive')],
  })
}

export function createPlanHardening(deps: HardeningDeps): Workflow<HardenSubject> {
  return workflow(planHardening, [planStep(deps)], hardeningHooks)
}
