/** Runs one stage from `running` to its end. Transport failures become findings; anything else is a bug. */
import { RemoteError } from '../ssh/index.ts'
import { type FindingCode, findings, found, type Outcome } from './findings.ts'
import type { StageEvent, StageName } from './stages.ts'

export interface StageContext {
  /** Fires when the caller has left. */
  caller: AbortSignal
  /** Fires when the whole test has taken too long. */
  overall: AbortSignal
  values: Record<string, string | number>
  nowMs: () => number
}

/** The value is undefined when the stage failed. */
export async function* runStage<Value>(
  name: StageName,
  context: StageContext,
  work: () => Promise<{ outcome: Outcome; value?: Value }>,
): AsyncGenerator<StageEvent, { outcome: Outcome; value?: Value }> {
  yield { stage: name, status: 'running', detail: null, hint: null, code: null, durationMs: null }
  const startedMs = context.nowMs()
  const ended = await attempt(work, context)
  yield toEvent(name, ended.outcome, Math.max(0, Math.round(context.nowMs() - startedMs)))
  return ended
}

export function skipStage(name: StageName, detail: string, hint: string | null): StageEvent {
  return { stage: name, status: 'skipped', detail, hint, code: null, durationMs: null }
}

async function attempt<Value>(
  work: () => Promise<{ outcome: Outcome; value?: Value }>,
  { caller, overall, values }: StageContext,
): Promise<{ outcome: Outcome; value?: Value }> {
  try {
    return await work()
  } catch (error) {
    caller.throwIfAborted()
    if (overall.aborted) return { outcome: found('test_timeout') }
    if (error instanceof RemoteError && isFinding(error.code)) return { outcome: found(error.code, values) }
    throw error
  }
}

function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findings, code)
}

function toEvent(stage: StageName, outcome: Outcome, durationMs: number): StageEvent {
  if (outcome.status === 'ok')
    return { stage, status: 'ok', detail: outcome.detail, hint: null, code: null, durationMs }
  const { status, detail, hint, code } = outcome
  return { stage, status, detail, hint, code, durationMs }
}
