/**
 * The definition of a security check. The catalog is data: the scan, hardening, the score, and the reference page read
 * the same rows.
 */

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
 * `safe`: hardening fixes it by default. `opt_in`: only on request, because it can break something that people use.
 * `report`: only reported; a person decides about the change.
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
  /** Whether hardening can fix it. Always false for `report`. */
  fixable: boolean
  /** Possible side effects of the fix. */
  risk: string
  remedy: string
}

export const checkStatuses = ['pass', 'fail', 'unknown', 'not_applicable'] as const
export type CheckStatus = (typeof checkStatuses)[number]

export interface CheckResult {
  id: string
  status: CheckStatus
  /** A short description of the finding; null when nothing could be read. */
  current: string | null
  /** Where it was found, or why it couldn't be read. Never a secret. */
  evidence: string
}
