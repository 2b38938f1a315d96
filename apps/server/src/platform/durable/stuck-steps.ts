/**
 * A step that ignores its signal keeps its key, its locks and its slot, and nothing inside this process can stop it.
 * After a while the process has to end: its other runs continue elsewhere, and a step that gets stuck every time ends
 * as `worker_lost`.
 */
import type { Log } from '../log/log.ts'

export interface StuckStep {
  readonly runId: string
  readonly step: string
  /** Time since the step was asked to stop. */
  readonly stuckMs: number
}

const defaultGiveUpAfterMs = 15 * 60_000

/** Calls `onGiveUp` once. */
export function watchStuckSteps(options: {
  log: Log
  onGiveUp: (where: StuckStep) => void
  hopelessAfterMs?: number
}): (where: StuckStep) => void {
  const { log, onGiveUp, hopelessAfterMs = defaultGiveUpAfterMs } = options
  let isHopeless = false
  return (where) => {
    log.error(where, 'a step ignores its signal')
    if (isHopeless || where.stuckMs < hopelessAfterMs) return
    isHopeless = true
    onGiveUp(where)
  }
}
