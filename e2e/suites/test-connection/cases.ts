/** One real fault, and the expected result of the connection test. */
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { endOf, forgetLimits, type Tested, type TopicContext, testConnection } from './request.ts'

export interface Case {
  name: string
  /** Another variant of the same failure, skipped in the quick form. */
  isVariant?: boolean
  stage: string
  code: string
  status?: 'warning' | 'failed'
  /** Text that the remedy must contain for this case. */
  hint?: string
  detail?: string
  /** Stages that must not run after the failure. */
  skips?: readonly string[]
  /** Stages that must succeed in spite of it. */
  fine?: readonly string[]
  body: () => Promise<Record<string, unknown>> | Record<string, unknown>
  /** Creates the fault. Returns a function that repairs it. */
  prepare?: () => Promise<() => Promise<unknown>>
}

export async function runCase(context: TopicContext, each: Case, seen: Set<string>): Promise<Tested> {
  await forgetLimits(context)
  const undo = await each.prepare?.()
  try {
    const tested = await testConnection(context, await each.body())
    judge(context, each, tested)
    seen.add(each.code)
    return tested
  } finally {
    await undo?.()
  }
}

function judge({ report }: TopicContext, each: Case, tested: Tested): void {
  const { stage, code, status = 'failed' } = each
  const end = endOf(tested, stage)
  const shown = `${each.name}: ${tested.status} ${JSON.stringify(end?.status === 'skipped' ? tested.stages : (end ?? tested.text.slice(0, 300)))}`
  if (!report.expect(end?.code === code && end.status === status, shown) || end === undefined) return
  report.expect((end.detail ?? '').length > 10 && (end.hint ?? '').length > 10, `${each.name} has cause and remedy`)
  report.expectTime(end.durationMs !== null && end.durationMs < 30_000, `${each.name} took ${end.durationMs} ms`)
  report.expect(each.hint === undefined || end.hint?.includes(each.hint) === true, `${each.name}: hint ${end.hint}`)
  report.expect(each.detail === undefined || end.detail?.includes(each.detail) === true, `${each.name}: ${end.detail}`)
  for (const name of each.skips ?? [])
    report.expect(endOf(tested, name)?.status === 'skipped', `${each.name}: ${name} was not skipped`)
  for (const name of each.fine ?? [])
    report.expect(endOf(tested, name)?.status === 'ok', `${each.name}: ${JSON.stringify(endOf(tested, name))}`)
  const { result } = tested
  report.expect(result?.ok === (status === 'warning'), `${each.name}: the result is ${JSON.stringify(result)}`)
  const listed = status === 'warning' ? result?.warnings : result?.failures
  report.expect(listed?.some((fault) => fault.code === code) === true, `${each.name} is not in the result`)
  report.expect(tested.events.slice(-2).join() === 'result,end', `${each.name} ends with ${tested.events.slice(-2)}`)
}

export function loginTo(target: Target, username: TargetUser): Record<string, unknown> {
  const { host, port } = target
  return { host, port, username, privateKey: target.keys[username].privateKey }
}
