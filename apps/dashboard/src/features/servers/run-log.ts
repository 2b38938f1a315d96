/** What a run on a server has said so far: its steps, and what programs printed. */
import type { RunOutput, RunStep } from '@longshore/sdk'

export interface RunLog {
  steps: readonly RunStep[]
  output: string
}

export const emptyLog: RunLog = { steps: [], output: '' }

/** More is not shown: the end matters. */
const maxOutput = 200_000

/** A step begins, then is told again with its time. One that begins again after a crash takes its old place. */
export function withStep(log: RunLog, step: RunStep): RunLog {
  const index = log.steps.findIndex(({ name }) => name === step.name)
  if (index === -1) return { ...log, steps: [...log.steps, step] }
  return { ...log, steps: log.steps.with(index, step) }
}

export function withOutput(log: RunLog, { text }: RunOutput): RunLog {
  return { ...log, output: (log.output + text).slice(-maxOutput) }
}

export type ShownStep = 'running' | 'ok' | 'failed'

/** A step that was under way when the run ended is where it failed. */
export function shownState({ status }: RunStep, run: { isOver: boolean; hasFailed: boolean }): ShownStep {
  if (status === 'succeeded') return 'ok'
  if (!run.isOver) return 'running'
  return run.hasFailed ? 'failed' : 'ok'
}
