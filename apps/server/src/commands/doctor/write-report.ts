/** Formats the findings for people, one line each with the remedy below, and for programs. */

import type { CheckStatus } from './finding.policy.ts'
import type { Result } from './run-checks.ts'

const statuses: readonly CheckStatus[] = ['ok', 'warning', 'fault', 'skipped']

export function writeText(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ code }) => code.length))
  const lines = results.flatMap(({ code, status, text, remedy }) => [
    `${status.padEnd(8)} ${code.padEnd(width)}  ${text}`,
    ...(remedy === null ? [] : [`${''.padEnd(8)} ${''.padEnd(width)}  → ${remedy}`]),
  ])
  const counts = countOf(results)
  const sum = statuses.map((status) => `${counts[status]} ${status}`).join(', ')
  return `${lines.join('\n')}\n${results.length} checks: ${sum}\n`
}

export function writeJson(results: readonly Result[], about: { version: string; checkedAt: Date }): string {
  const { version, checkedAt } = about
  const report = {
    version,
    checkedAt: checkedAt.toISOString(),
    status: overall(results),
    counts: countOf(results),
    checks: results,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Warnings don't fail. */
export function exitCodeOf(results: readonly Result[]): 0 | 1 {
  return overall(results) === 'fault' ? 1 : 0
}

function overall(results: readonly Result[]): 'ok' | 'warning' | 'fault' {
  const has = (wanted: CheckStatus) => results.some(({ status }) => status === wanted)
  if (has('fault')) return 'fault'
  return has('warning') ? 'warning' : 'ok'
}

function countOf(results: readonly Result[]): Record<CheckStatus, number> {
  const count = (wanted: CheckStatus) => results.filter(({ status }) => status === wanted).length
  return { ok: count('ok'), warning: count('warning'), fault: count('fault'), skipped: count('skipped') }
}
