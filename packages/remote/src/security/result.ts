/** Helpers for the findings of evaluators. `decide` turns unreadable data into unknown, never into a pass. */

import { sanitizeText } from '../ssh/sanitize-text.ts'
import type { CheckResult } from './check.ts'
import { Unreadable } from './evidence.ts'

const maxCurrentLength = 200
const maxEvidenceLength = 600

export type Finding = Omit<CheckResult, 'id'>

export function pass(current: string, evidence: string): Finding {
  return finding('pass', current, evidence)
}

export function fail(current: string, evidence: string): Finding {
  return finding('fail', current, evidence)
}

export function unknown(reason: string): Finding {
  return finding('unknown', null, reason)
}

export function notApplicable(reason: string, current: string | null = null): Finding {
  return finding('not_applicable', current, reason)
}

export function passIf(isGood: boolean, current: string, evidence: string): Finding {
  return isGood ? pass(current, evidence) : fail(current, evidence)
}

export function decide(id: string, find: () => Finding): CheckResult {
  try {
    return { id, ...find() }
  } catch (error) {
    if (error instanceof Unreadable) return { id, ...unknown(error.message) }
    throw error
  }
}

function finding(status: CheckResult['status'], current: string | null, evidence: string): Finding {
  return {
    status,
    current: current === null ? null : sanitizeText(current, maxCurrentLength),
    evidence: sanitizeText(evidence, maxEvidenceLength),
  }
}
