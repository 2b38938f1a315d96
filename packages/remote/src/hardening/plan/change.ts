/** One change of a plan: what people see, and what `apply` does for it. */
export const stages = [
  'packages',
  'ssh',
  'firewall',
  'fail2ban',
  'sysctl',
  'updates',
  'docker',
  'system',
  'modes',
] as const
export type Stage = (typeof stages)[number]

export interface Change {
  stage: Stage
  /** The checks that it mends; the first one names it. */
  checks: readonly [string, ...string[]]
  /** A path, or what is changed when it is not one file (`ufw`, `packages`). */
  file: string
  before: string
  after: string
  risk: string
  action: Action
}

export type Action =
  | { kind: 'install'; packages: readonly string[] }
  | { kind: 'write'; path: string; mode: string; content: string }
  | { kind: 'filter_moduli' }
  | { kind: 'mode'; path: string; mode: string; owner: string; group: string }
  | { kind: 'firewall'; ports: readonly number[]; enable: boolean }
  | { kind: 'unit'; unit: string }

export interface Skipped {
  check: string
  reason: string
}

export interface StagePlan {
  changes: Change[]
  skipped: Skipped[]
}

export const noChange: StagePlan = { changes: [], skipped: [] }

export function orderOf(change: Pick<Change, 'stage'>): number {
  return stages.indexOf(change.stage) + 1
}
