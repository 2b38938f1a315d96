/** Options that the caller chooses. Everything has a safe default. */
import { catalog, findCheck } from '../../security/index.ts'

export interface HardeningOptions {
  /** Only these checks; default: all that are safe. */
  checks?: readonly string[]
  /** Additional checks, for example opt-ins. */
  include?: readonly string[]
  /** Ports that stay open in addition to SSH, 80, and 443. */
  allowPorts?: readonly number[]
  /** Types of the pinned host keys: the server must still offer at least one of them afterwards. */
  pinnedKeyTypes: readonly string[]
}

export function isFixable(id: string): boolean {
  return findCheck(id)?.fixable === true
}

export function selectedChecks(options: HardeningOptions): ReadonlySet<string> {
  const safe = catalog.filter((check) => check.class === 'safe').map((check) => check.id)
  return new Set([...(options.checks ?? safe), ...(options.include ?? [])].filter(isFixable))
}

export function riskOf(checks: readonly string[]): string {
  const risks = [...new Set(checks.map((id) => findCheck(id)?.risk ?? ''))]
  const real = risks.filter((text) => text !== '' && !text.startsWith('None'))
  return (real.length > 0 ? real : risks.slice(0, 1)).join(' ')
}
