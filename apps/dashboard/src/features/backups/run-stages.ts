/** Stages of a restore or an import, computed from its status. */
import type { Import, Restore } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import type { Stage, StageState } from '../../ui/stage-list.tsx'

/** Fields that restores and imports share. */
export type DataRun = Pick<
  Restore | Import,
  | 'id'
  | 'status'
  | 'progress'
  | 'error'
  | 'warning'
  | 'undoUntil'
  | 'confirmedAt'
  | 'safetyBackupId'
  | 'startedAt'
  | 'switchedAt'
  | 'createdAt'
>

const order = ['queued', 'validating', 'snapshotting', 'restoring', 'verifying', 'switching'] as const
type StageName = (typeof order)[number]
const { follow } = text.restores

/** Stage of the step that an error names. */
const stageOfStep: Readonly<Record<string, StageName>> = {
  validate: 'validating',
  snapshot: 'snapshotting',
  fill: 'restoring',
  verify: 'verifying',
  switch: 'switching',
  'restart-apps': 'switching',
}

export function isUnderWay(status: DataRun['status']): boolean {
  return order.some((name) => name === status)
}

/** A run can be canceled until the switch, because it changed nothing before. */
export function isCancellable(status: DataRun['status']): boolean {
  return isUnderWay(status) && status !== 'switching'
}

/** The old data is still there until someone confirms or undoes the run. */
export function awaitsConfirmation({ status, undoUntil, confirmedAt }: DataRun): boolean {
  return status === 'succeeded' && undoUntil !== null && confirmedAt === null
}

/** `reached` is the last stage that was seen. The status of a canceled run doesn't name it. */
export function stagesOf(run: DataRun, reached: StageName | undefined): Stage[] {
  const place = placeOf(run, reached)
  return order.map((name, index) => {
    const state = stateOf(run, name, index - place)
    const isHere = index === place && isUnderWay(run.status)
    return {
      key: name,
      name: follow.stages[name],
      state,
      word: follow.words[state],
      detail: isHere && run.progress !== null ? progressText(run.progress) : null,
    }
  })
}

function placeOf(run: DataRun, reached: StageName | undefined): number {
  if (isStage(run.status)) return order.indexOf(run.status)
  // A run that was undone had reached the switch.
  if (run.status === 'succeeded' || run.status === 'reverted') return order.length
  const ended = stageOfStep[run.error?.step ?? ''] ?? reached
  if (ended !== undefined) return order.indexOf(ended)
  return run.safetyBackupId === null ? 1 : 3
}

function stateOf(run: DataRun, name: StageName, offset: number): StageState {
  if (offset < 0) return name === 'snapshotting' && run.safetyBackupId === null ? 'skipped' : 'ok'
  if (offset > 0) return 'waiting'
  if (isUnderWay(run.status)) return name === 'queued' ? 'waiting' : 'running'
  return run.status === 'cancelled' ? 'skipped' : 'failed'
}

function progressText({ bytes, totalBytes, statements }: NonNullable<DataRun['progress']>): string {
  const size = follow.bytes(formatBytes(bytes), totalBytes === null ? null : formatBytes(totalBytes))
  return statements === null ? size : `${size}, ${follow.statements(statements, formatNumber(statements))}`
}

export function isStage(status: DataRun['status']): status is StageName {
  return isUnderWay(status)
}
