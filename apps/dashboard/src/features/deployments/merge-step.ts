/** What the stream says of a step, in the list of steps that is shown. */
import type { DeploymentStep } from '@longshore/sdk'

export type StepChange = Pick<DeploymentStep, 'name' | 'status'> & {
  [Field in keyof DeploymentStep]?: DeploymentStep[Field] | undefined
}

export function mergeStep(steps: readonly DeploymentStep[], change: StepChange): DeploymentStep[] {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const index = steps.findIndex(({ name }) => name === change.name)
  const before = steps[index] ?? emptyStep(change.name)
  const merged = { ...before, ...given }
  return index < 0 ? [...steps, merged] : steps.with(index, merged)
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

/** How far a step is, against how long it usually takes: from nothing to one; null: nobody knows. */
export function progressOf({ durationMs, medianMs }: Pick<DeploymentStep, 'durationMs' | 'medianMs'>): number | null {
  if (durationMs === null || medianMs === null || medianMs <= 0) return null
  return durationMs / medianMs
}
