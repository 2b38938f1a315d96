/**
 * One number for the state of a server: the share of the weight of its checks that pass, from 0 to 100.
 * - A check weighs by its severity; one that hardening doesn't fix by default weighs a quarter of that.
 * - Only a pass counts. Unknown counts as a failure, because an unread setting isn't known to be good.
 * - A check that doesn't apply is omitted on both sides.
 * It is monotone: turning any failure or unknown into a pass, or into "does not apply", never lowers it. It is rounded
 * down, so 100 means that everything passes.
 */
import type { Check, CheckStatus, Severity } from './check.ts'

const weights: Record<Severity, number> = { critical: 80, high: 40, medium: 20, low: 8, info: 4 }
const shareOfReported = 4

export type Scored = Pick<Check, 'severity' | 'class'> & { status: CheckStatus }

export function weightOf({ severity, class: kind }: Pick<Check, 'severity' | 'class'>): number {
  return kind === 'safe' ? weights[severity] : weights[severity] / shareOfReported
}

/** Null if no check applies. */
export function scoreOf(checks: readonly Scored[]): number | null {
  const applicable = checks.filter(({ status }) => status !== 'not_applicable')
  const total = sum(applicable)
  if (total === 0) return null
  return Math.floor((100 * sum(applicable.filter(({ status }) => status === 'pass'))) / total)
}

function sum(checks: readonly Scored[]): number {
  return checks.reduce((weight, check) => weight + weightOf(check), 0)
}
