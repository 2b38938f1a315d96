/** Steps and program output of a run on a server. */
import type { RunOutput, RunStep } from '@longshore/sdk'

export interface RunLog {
  steps: readonly RunStep[]
  output: string
}

export const emptyLog: RunLog = { steps: [], output: '' }

/** Older output is dropped, because the end matters most. */
const maxOutput = 200_000

/** A step has a start event and an end event with its duration. A step that restarts after a crash keeps its position. */
export function withStep(log: RunLog, step: RunStep): RunLog {
  const index = log.steps.findIndex(({ name }) => name === step.name)
  if (index === -1) return { ...log, steps: [...log.steps, step] }
  return { ...log, steps: log.steps.with(index, step) }
}

export function withOutput(log: RunLog, { text }: RunOutput): RunLog {
  return { ...log, output: (log.output + text).slice(-maxOutput) }
}

export type ShownStep = 'running' | 'ok' | 'failed'

/** A step that was running when the run ended has failed. */
export function shownState({ status }: RunStep, run: { isOver: boolean; hasFailed: boolean }): ShownStep {
  if (status === 'succeeded') return 'ok'
  if (!run.isOver) return 'running'
  return run.hasFailed ? 'failed' : 'ok'
}
