/** Lifecycle of a hardening run. The server decides how it ends; see the guard's state there. */
import type { HardeningKind, HardeningStatus } from './harden.schemas.ts'

const statusOfStep: Readonly<Record<string, HardeningStatus>> = {
  plan: 'planning',
  preflight: 'preflight',
  snapshot: 'snapshotting',
  arm: 'snapshotting',
  apply: 'applying',
  verify: 'verifying',
  confirm: 'verifying',
}

export function statusDuring(step: string): HardeningStatus {
  return statusOfStep[step] ?? 'planning'
}

/**
 * Final status of a run. The guard's state outweighs the workflow's: a confirmation whose response was lost is a
 * confirmation, and a run whose timer fired was rolled back in any case.
 */
export function finalStatus(end: {
  succeeded: boolean
  kind: HardeningKind
  guardState: string | null
}): HardeningStatus {
  if (end.kind === 'plan') return end.succeeded ? 'planned' : 'failed'
  if (end.succeeded || end.guardState === 'confirmed') return 'confirmed'
  return end.guardState === 'reverted' ? 'rolled_back' : 'failed'
}
