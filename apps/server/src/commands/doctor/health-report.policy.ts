/** Turns results of the checks into the report that the dashboard shows; pure. */
import type { HealthCheck, HealthReport } from '../../modules/instance/health/health.schemas.ts'
import type { CheckStatus } from './finding.policy.ts'
import { healthTexts, hostCommand } from './health-texts.policy.ts'

const statuses = { ok: 'passed', warning: 'warning', fault: 'failed', skipped: 'skipped' } as const
const isoTime = /\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z/g
/** A path, a URL, or a setting keeps its first letter. */
const startsWithWord = /^[a-z][a-z']*(?=[\s,(]|$)/

interface Result {
  readonly code: string
  readonly status: CheckStatus
  readonly text: string
}

interface Group {
  readonly title: string
  readonly checks: readonly { readonly code: string }[]
}

export function toHealthReport(
  results: readonly Result[],
  { groups, checkedAt }: { groups: readonly Group[]; checkedAt: Date },
): HealthReport {
  const groupOf = (code: string) => groups.find(({ checks }) => checks.some((check) => check.code === code))?.title
  const checks = results.map((result) => toHealthCheck(result, groupOf(result.code) ?? ''))
  return { status: worstOf(results), checkedAt, checks }
}

function toHealthCheck({ code, status, text }: Result, group: string): HealthCheck {
  const { title = code, remedy = null, command = null, isHostOnly = false } = healthTexts[code] ?? {}
  const about = { code, group, title }
  if (status === 'skipped' && isHostOnly)
    return {
      ...{ ...about, status: 'host_only', finding: 'Only the doctor command on the machine can check this' },
      ...{ remedy: 'Run the doctor command on the machine.', command: hostCommand },
    }
  const finding = toSentence(text)
  if (status === 'ok' || status === 'skipped')
    return { ...about, status: statuses[status], finding, remedy: null, command: null }
  return { ...about, status: statuses[status], finding, remedy, command }
}

function toSentence(text: string): string {
  const needed = /^needs (\S+)$/.exec(text)?.[1]
  if (needed !== undefined) return `Waits for: ${healthTexts[needed]?.title ?? needed}`
  const readable = text.replaceAll(isoTime, '$1 $2 UTC')
  return startsWithWord.test(readable) ? readable.charAt(0).toUpperCase() + readable.slice(1) : readable
}

function worstOf(results: readonly Result[]): HealthReport['status'] {
  const has = (wanted: CheckStatus) => results.some(({ status }) => status === wanted)
  if (has('fault')) return 'failed'
  return has('warning') ? 'warning' : 'passed'
}
