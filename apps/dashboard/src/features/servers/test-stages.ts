/** State of a running connection test. */
import type { ConnectionTestResult, ConnectionTestStage } from '@longshore/sdk'

export type StageName = ConnectionTestStage['stage']

export interface TestState {
  isRunning: boolean
  stages: ReadonlyMap<StageName, ConnectionTestStage>
  result: ConnectionTestResult | null
  error: Error | null
}

export const stageNames: readonly StageName[] = [
  'dns', 'tcp', 'host_key', 'auth', 'privileges', 'forwarding', 'os', 'docker', 'disk', 'memory', 'ports', 'clock',
] // biome-ignore format: a list

export const untested: TestState = { isRunning: false, stages: new Map(), result: null, error: null }

/** The newest event of a stage wins. */
export function withStage(state: TestState, stage: ConnectionTestStage): TestState {
  return { ...state, stages: new Map(state.stages).set(stage.stage, stage) }
}

export type Verdict = 'none' | 'running' | 'failed' | 'warnings' | 'partial' | 'good'

export function verdictOf({ isRunning, result }: TestState): Verdict {
  if (result === null) return isRunning ? 'running' : 'none'
  if (!result.ok) return 'failed'
  if (!result.complete) return 'partial'
  return result.warnings.length > 0 ? 'warnings' : 'good'
}
