/** What the caller chooses. Everything has a safe default. */
import { catalogue, findCheck } from '../../security/index.ts'

export interface HardeningOptions {
  /** Only these checks; default: all that are safe. Naming an opt-in check asks for it. */
  checks?: readonly string[]
  /** Ports that stay open besides SSH, 80 and 443. */
  allowPorts?: readonly number[]
  /** Turn passwords off although somebody has nothing but a password. */
  force?: boolean
  /** Types of the pinned host keys: at least one of them must still be offered afterwards. */
  pinnedKeyTypes: readonly string[]
}

export function isFixable(id: string): boolean {
  return findCheck(id)?.fixable === true
}

export function selectedChecks(options: HardeningOptions): ReadonlySet<string> {
  if (options.checks !== undefined) return new Set(options.checks.filter(isFixable))
  return new Set(catalogue.filter((check) => check.fixable && check.class === 'safe').map((check) => check.id))
}

export function riskOf(checks: readonly string[]): string {
  const risks = [...new Set(checks.map((id) => findCheck(id)?.risk ?? ''))]
  const real = risks.filter((text) => text !== '' && !text.startsWith('None'))
  return (real.length > 0 ? real : risks.slice(0, 1)).join(' ')
}
