/** What a security check is. The catalogue is data: scan, hardening, score and reference page all read the same rows. */

export const checkGroups = [
  'ssh',
  'firewall',
  'fail2ban',
  'updates',
  'accounts',
  'sysctl',
  'docker',
  'system',
  'mac',
] as const
export type CheckGroup = (typeof checkGroups)[number]

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

/**
 * `safe`: hardening mends it by default. `opt_in`: only when asked for, because it can break what people use.
 * `report`: we say it and leave the change to a person.
 */
export const checkClasses = ['safe', 'opt_in', 'report'] as const
export type CheckClass = (typeof checkClasses)[number]

export interface Check {
  /** Stable: stored in scans, named in hardening requests. */
  id: string
  group: CheckGroup
  title: string
  severity: Severity
  wanted: string
  class: CheckClass
  /** Whether hardening can mend it. Always false for `report`. */
  fixable: boolean
  /** What could break when it is mended. */
  risk: string
  remedy: string
}

export const checkStatuses = ['pass', 'fail', 'unknown', 'not_applicable'] as const
export type CheckStatus = (typeof checkStatuses)[number]

export interface CheckResult {
  id: string
  status: CheckStatus
  /** What was found, short; null when nothing could be read. */
  current: string | null
  /** Where it was found, or why it could not be. Never a secret. */
  evidence: string
}
