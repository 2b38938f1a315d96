/** Maps the steps of a deployment to the API and the stream. */
import type { StepRecord } from './deployment-runs.repository.ts'
import type { DeploymentStep } from './deployments.schemas.ts'
import { stepNames } from './deployments.status.ts'

export interface StepEvent {
  name: string
  status: string
  startedAt: string
  finishedAt: string
  durationMs: number
  attempt: number
  detail?: string
}

export function toStepEvent(record: StepRecord): StepEvent {
  const message = record.error?.message
  return {
    name: record.name,
    status: outcomeOf(record),
    startedAt: record.startedAt.toISOString(),
    finishedAt: record.finishedAt.toISOString(),
    durationMs: durationOf(record),
    attempt: record.attempt,
    ...(message === undefined ? {} : { detail: message }),
  }
}

export interface KnownSteps {
  records: readonly StepRecord[]
  current: { name: string; startedAt: Date; attempt: number } | null
  medians: readonly { name: string; medianMs: number }[]
  isEnded: boolean
}

/** Returns all steps in order, including those that haven't started. */
export function toSteps({ records, current, medians, isEnded }: KnownSteps): DeploymentStep[] {
  return stepNames.map((name) => {
    const record = records.find((each) => each.name === name && each.phase === 'run')
    const undo = records.find((each) => each.name === name && each.phase === 'undo')
    const isRunning = current?.name === name && !(record?.status === 'succeeded')
    const startedAt = isRunning ? current.startedAt : (record?.startedAt ?? undo?.startedAt ?? null)
    return {
      name,
      status: statusOf({ record, undo, isRunning, isEnded }),
      attempt: isRunning ? current.attempt : (record?.attempt ?? 0),
      startedAt,
      finishedAt: isRunning ? null : (undo?.finishedAt ?? record?.finishedAt ?? null),
      durationMs: isRunning || record === undefined ? null : durationOf(record),
      medianMs: medians.find((each) => each.name === name)?.medianMs ?? null,
      detail: (undo?.error ?? record?.error)?.message ?? null,
    }
  })
}

function statusOf(known: {
  record: StepRecord | undefined
  undo: StepRecord | undefined
  isRunning: boolean
  isEnded: boolean
}): DeploymentStep['status'] {
  const { record, undo, isRunning, isEnded } = known
  if (undo?.status !== 'failed' && record?.status === 'failed' && !isRunning) return 'failed'
  if (record?.isSkipped === true && !isRunning) return 'skipped'
  if (undo !== undefined) return undo.status === 'succeeded' ? 'undone' : 'not_undone'
  if (isRunning) return 'running'
  if (record !== undefined) return record.status
  return isEnded ? 'skipped' : 'pending'
}

function outcomeOf({ phase, status, isSkipped }: StepRecord): DeploymentStep['status'] {
  if (phase === 'run') return isSkipped ? 'skipped' : status
  return status === 'succeeded' ? 'undone' : 'not_undone'
}

function durationOf({ startedAt, finishedAt }: StepRecord): number {
  return Math.max(0, finishedAt.getTime() - startedAt.getTime())
}
