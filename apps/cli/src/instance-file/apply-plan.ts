/**
 * Applies a file in steps. Each phase plans again, so that it sees what earlier ones, or an interrupted run, created.
 *
 * Decision: docs/decisions/0025-apply-without-a-state-file.md
 */
import { type Client, isProblem } from '@longshore/sdk'
import { type ConfirmedPlan, confirmPlan } from './confirmed-plan.ts'
import type { InstanceFile } from './instance-file.ts'
import { type Plan, planInstance } from './plan/plan-instance.ts'
import { changedSincePlan, type PlanItem, type PlanOptions, phases } from './plan/planner.ts'
import { readInstance } from './read-instance.ts'
import type { Secrets } from './secrets.ts'

export interface ApplyRequest {
  readonly client: Client
  readonly organizationId: string
  /** Normalized. */
  readonly file: InstanceFile
  readonly secrets: Secrets
  readonly options: PlanOptions
}

export async function planFromInstance({ organizationId, ...request }: ApplyRequest): Promise<Plan> {
  const instance = await readInstance(request.client, organizationId)
  return planInstance({ ...request, instance })
}

/** Applying one thing can make another one differ from the file. */
const mostRounds = 3

export interface Progress {
  onDone(item: PlanItem): void
  onFailed(item: PlanItem): void
}

/** `first` is the plan that was confirmed. Returns the number of applied items and those that are still left. */
export async function applyFile(
  request: ApplyRequest,
  first: Plan,
  progress: Progress,
): Promise<{ applied: number; left: readonly PlanItem[] }> {
  // A secret can't be compared, so it is sent in the first round only.
  const compared = { ...request, options: { ...request.options, updateSecrets: false } }
  const confirmed = confirmPlan(first)
  let plan = first
  let applied = 0
  for (let round = 1; round <= mostRounds; round += 1) {
    const done = await applyRound(round === 1 ? request : compared, plan, { confirmed, progress })
    if (done === 0) break
    applied += done
    plan = await planFromInstance(compared)
  }
  return { applied, left: plan.items.filter((item) => !confirmed.isKept(item)) }
}

async function applyRound(
  request: ApplyRequest,
  first: Plan,
  { confirmed, progress }: { confirmed: ConfirmedPlan; progress: Progress },
): Promise<number> {
  let plan = first
  let applied = 0
  let isOld = false
  for (const phase of phases) {
    if (isOld) plan = await planFromInstance(request)
    isOld = false
    const due = plan.items.filter(
      (item) => item.phase === phase && item.action !== 'blocked' && !confirmed.isKept(item),
    )
    // Before the first one runs: a phase that isn't as confirmed changes nothing.
    for (const item of due) confirmed.check(item)
    for (const item of due) {
      await runItem(item, progress)
      confirmed.onDone(item)
      applied += 1
      isOld = true
    }
  }
  return applied
}

async function runItem(item: PlanItem, { onDone, onFailed }: Progress): Promise<void> {
  try {
    await item.run()
  } catch (error) {
    onFailed(item)
    throw isProblem(error, 'version_mismatch') ? changedSincePlan(item.kind, item.name) : error
  }
  onDone(item)
}
