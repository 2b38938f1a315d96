/**
 * The steps of a deployment, from two sources: the list, which is read now and then, and the stream. Either can be ahead of the other, so of
 * each step the state that is further along is shown.
 */
import type { DeploymentStep } from '@longshore/sdk'

export type StepChange = Pick<DeploymentStep, 'name' | 'status'> & {
  [Field in keyof DeploymentStep]?: DeploymentStep[Field] | undefined
}

/** Latest stream event of each step, by step name. */
export type StepChanges = ReadonlyMap<string, StepChange>

const stages: Record<DeploymentStep['status'], number> = {
  pending: 0,
  running: 1,
  skipped: 2,
  succeeded: 2,
  failed: 2,
  undone: 3,
  not_undone: 3,
}

/** An undo reports its own times. The step keeps those of its run, which are the ones that people compare. */
const undone: ReadonlySet<string> = new Set(['undone', 'not_undone'])
const times: ReadonlySet<string> = new Set(['startedAt', 'finishedAt', 'durationMs'])

export function noteChange(changes: StepChanges, change: StepChange): StepChanges {
  const given = Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => value !== undefined && !(undone.has(change.status) && times.has(key)),
    ),
  )
  const { name, status } = change
  return new Map(changes).set(name, { ...changes.get(name), ...given, name, status })
}

export function mergeSteps(steps: readonly DeploymentStep[], changes: StepChanges): DeploymentStep[] {
  const names = new Set(steps.map(({ name }) => name))
  const added = [...changes.values()].filter(({ name }) => !names.has(name)).map(({ name }) => emptyStep(name))
  return closeEarlier([...steps, ...added].map((step) => mergeStep(step, changes.get(step.name))))
}

function mergeStep(step: DeploymentStep, change: StepChange | undefined): DeploymentStep {
  if (change === undefined || isFurther(step, change)) return step
  return { ...step, ...Object.fromEntries(Object.entries(change)) }
}

function isFurther(step: DeploymentStep, change: StepChange): boolean {
  const attempt = change.attempt ?? step.attempt
  return step.attempt > attempt || (step.attempt === attempt && stages[step.status] > stages[change.status])
}

/** Steps run one at a time, so a step that starts ends the ones before it, even if their events arrive later. */
function closeEarlier(steps: readonly DeploymentStep[]): DeploymentStep[] {
  const lastBegun = steps.findLastIndex(({ status }) => status !== 'pending' && status !== 'skipped')
  const isOpen = ({ status }: DeploymentStep) => status === 'pending' || status === 'running'
  return steps.map((step, index) => (index < lastBegun && isOpen(step) ? { ...step, status: 'succeeded' } : step))
}

function emptyStep(name: string): DeploymentStep {
  return {
    name,
    status: 'pending',
    attempt: 1,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    medianMs: null,
    detail: null,
  }
}

/** Progress of a step from 0 to 1, compared with its median duration. Null: unknown. */
export function progressOf({ durationMs, medianMs }: Pick<DeploymentStep, 'durationMs' | 'medianMs'>): number | null {
  if (durationMs === null || medianMs === null || medianMs <= 0) return null
  return durationMs / medianMs
}
