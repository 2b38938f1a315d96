/** The stages of a connection test in their order, and the result of each. */
export const stageNames = [
  'dns', 'tcp', 'host_key', 'auth', 'privileges', 'forwarding', 'os', 'docker', 'disk', 'memory', 'ports', 'clock',
] as const // biome-ignore format: one list
export type StageName = (typeof stageNames)[number]

export const stageStatuses = ['running', 'ok', 'warning', 'failed', 'skipped'] as const
export type StageStatus = (typeof stageStatuses)[number]

export interface StageEvent {
  stage: StageName
  status: StageStatus
  /** The result in one sentence. */
  detail: string | null
  /** The remedy. */
  hint: string | null
  /** Stable; null unless the status is `warning` or `failed`. */
  code: string | null
  /** Null while it runs and when it was skipped. */
  durationMs: number | null
}
