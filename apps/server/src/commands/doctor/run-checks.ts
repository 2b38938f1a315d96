/**
 * Runs the checks concurrently, each as soon as those it needs are done. A check that throws or hangs is reported as
 * its own fault and never hides another; a check whose prerequisite failed is skipped and names it.
 */

import type { Check } from './check.ts'
import { CheckSkipped } from './check-skipped.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { CheckStatus, Finding } from './finding.policy.ts'

export interface Result {
  readonly code: string
  readonly status: CheckStatus
  readonly text: string
  /** Null if there is nothing to fix. */
  readonly remedy: string | null
  readonly durationMs: number
}

const defaultWithinMs = 20_000

export async function runChecks(checks: readonly Check[], context: DoctorContext): Promise<Result[]> {
  const done = new Map<string, Promise<Result>>()
  for (const check of checks) {
    const needed = (check.needs ?? []).map((code) => {
      const earlier = done.get(code)
      if (earlier === undefined) throw new TypeError(`${check.code} needs ${code}, which does not stand before it`)
      return earlier
    })
    done.set(check.code, runAfter(check, { needed, context }))
  }
  return await Promise.all(done.values())
}

async function runAfter(
  check: Check,
  { needed, context }: { needed: readonly Promise<Result>[]; context: DoctorContext },
): Promise<Result> {
  const missing = (await Promise.all(needed)).find(({ status }) => status === 'fault' || status === 'skipped')
  if (missing !== undefined) {
    // Name the root cause, because that is the code to search for.
    const text =
      missing.status === 'skipped' && missing.text.startsWith('needs ') ? missing.text : `needs ${missing.code}`
    return { ...nothingToFix(check), status: 'skipped', text, durationMs: 0 }
  }
  const began = performance.now()
  const result = await runWithin(check, context)
  return { ...result, durationMs: Math.round(performance.now() - began) }
}

async function runWithin(check: Check, context: DoctorContext): Promise<Omit<Result, 'durationMs'>> {
  const stop = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const withinMs = check.withinMs ?? defaultWithinMs
  const timer = setTimeout(() => {
    resolve({ status: 'fault', text: `didn't respond within ${withinMs / 1_000} s` })
    stop.abort(new Error('too late'))
  }, withinMs)
  try {
    // Wrapped in an async function, so that a synchronous throw is caught too.
    const found = await Promise.race([(async () => await check.run(context, stop.signal))(), late])
    const remedy = found.status === 'ok' ? null : (found.remedy ?? check.remedy)
    return { code: check.code, status: found.status, text: found.text, remedy }
  } catch (error) {
    if (error instanceof CheckSkipped) return { ...nothingToFix(check), status: 'skipped', text: error.message }
    return { code: check.code, status: 'fault', text: `failed: ${nameOf(error)}`, remedy: check.remedy }
  } finally {
    clearTimeout(timer)
  }
}

function nothingToFix({ code }: Check) {
  return { code, remedy: null }
}

/** One short line, because messages of other programs may quote a lot. */
function nameOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
