/** Counts what a security scan left open, by who fixes it. Pure. */
import type { SecurityCheck, ServerSecurity } from '@longshore/sdk'
import { text } from '../../text/text.ts'

type Finding = Pick<SecurityCheck, 'status' | 'class' | 'fixable'>

export function isOpenFinding({ status }: Pick<SecurityCheck, 'status'>): boolean {
  return status === 'fail' || status === 'unknown'
}

export interface OpenFindings {
  /** Fixed by "Preview hardening". */
  byHardening: number
  /** Fixed by a person. */
  byYou: number
}

export function countFindings(checks: readonly Finding[]): OpenFindings {
  const open = checks.filter(isOpenFinding)
  const byHardening = open.filter((check) => check.fixable && check.class !== 'report').length
  return { byHardening, byYou: open.length - byHardening }
}

/** The sentence beside the score. It matches the list of failed checks below it. */
export function describeSecurity({ state, checks }: { state: ServerSecurity['state']; checks: readonly Finding[] }) {
  const { meanings, fixedByHardening, needYou, noneFails } = text.security
  if (state !== 'weak' && state !== 'partial' && state !== 'hardened') return meanings[state]
  const { byHardening, byYou } = countFindings(checks)
  const parts = [
    ...(byHardening === 0 ? [] : [fixedByHardening(byHardening)]),
    ...(byYou === 0 ? [] : [needYou(byYou)]),
  ]
  return parts.length === 0 ? noneFails : parts.join(' ')
}
