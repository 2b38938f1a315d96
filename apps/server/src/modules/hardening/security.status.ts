/** Derives the security state of a server; pure. */
import type { SecurityCheck } from './security.schemas.ts'

export type SecurityStateName =
  | 'unknown'
  | 'scanning'
  | 'weak'
  | 'partial'
  | 'hardened'
  | 'drifted'
  | 'hardening'
  | 'failed'

/** Descriptions of the states, used to generate the reference page. */
export const securityStateDescriptions: Record<SecurityStateName, string> = {
  unknown: "The server hasn't been scanned yet.",
  scanning: 'A scan is running. The checks are from the previous scan.',
  weak: 'A check with severity critical or high that hardening can fix fails.',
  partial: 'Only checks with lower severity that hardening can fix fail.',
  hardened: "Every check that hardening can fix passes or doesn't apply.",
  drifted: 'The server was hardened, but a check that passed then now fails.',
  hardening: 'A hardening run or its undo is in progress.',
  failed: 'The latest scan failed, or the outcome of the last hardening is unknown. The checks might be out of date.',
}

export interface SecurityFacts {
  isHardening: boolean
  isScanning: boolean
  /** The outcome of the last hardening is unknown, and no scan has succeeded since. */
  isHardeningLost: boolean
  /** The newest finished scan didn't succeed. */
  hasScanFailed: boolean
  /** Checks of the newest successful scan; null if there is none. */
  checks: readonly CheckResult[] | null
  drifted: readonly string[]
}

export type CheckResult = Pick<SecurityCheck, 'id' | 'status' | 'severity' | 'class'>

export function securityStateOf(known: SecurityFacts): SecurityStateName {
  if (known.isHardening) return 'hardening'
  if (known.isScanning) return 'scanning'
  if (known.isHardeningLost || known.hasScanFailed) return 'failed'
  if (known.checks === null) return 'unknown'
  if (known.drifted.length > 0) return 'drifted'
  const open = known.checks.filter((check) => check.class === 'safe' && !isSettled(check))
  if (open.length === 0) return 'hardened'
  return open.some(({ severity }) => severity === 'critical' || severity === 'high') ? 'weak' : 'partial'
}

function isSettled({ status }: CheckResult): boolean {
  return status === 'pass' || status === 'not_applicable'
}

export interface Baseline {
  /** The hardening in force; null if there is none. */
  hardeningRunId: string | null
  passed: readonly string[]
}

/** The first scan after a hardening sets the baseline; later ones are compared with it. */
export function compareWithBaseline(
  before: Baseline,
  now: { hardeningRunId: string | null; checks: readonly CheckResult[] },
): { baseline: Baseline; drifted: string[] } {
  const { hardeningRunId, checks } = now
  if (hardeningRunId === null) return { baseline: { hardeningRunId, passed: [] }, drifted: [] }
  if (before.hardeningRunId !== hardeningRunId) {
    const passed = checks.filter(({ status }) => status === 'pass').map(({ id }) => id)
    return { baseline: { hardeningRunId, passed }, drifted: [] }
  }
  const statuses = new Map(checks.map(({ id, status }) => [id, status]))
  const hasGone = (id: string) => statuses.get(id) === 'fail' || statuses.get(id) === 'unknown'
  return { baseline: before, drifted: before.passed.filter(hasGone) }
}
