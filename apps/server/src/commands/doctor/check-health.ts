/** Runs the doctor's checks inside the worker, for the dashboard. */
import type { HealthReport } from '../../modules/instance/health/health.schemas.ts'
import { createRedactor } from '../../platform/secrets/redactor.ts'
import type { Check } from './check.ts'
import { checkGroups, checks } from './checks.ts'
import { DoctorContext } from './doctor-context.ts'
import { toHealthReport } from './health-report.policy.ts'
import { runChecks } from './run-checks.ts'
import { readUsableSettings, type SettingsReading } from './usable-settings.ts'

/** Shorter than on the command line, because a person waits in a browser. A slow machine must not look broken. */
const defaultWithinMs = 10_000
const maximumWithinMs = 15_000

/** All checks together end before the API stops waiting. */
export const boundedChecks: readonly (Check & { withinMs: number })[] = checks.map((check) => ({
  ...check,
  withinMs: Math.min(check.withinMs ?? defaultWithinMs, maximumWithinMs),
}))

export async function checkHealth(reading: SettingsReading = readUsableSettings()): Promise<HealthReport> {
  const context = new DoctorContext(reading)
  try {
    const results = await runChecks(boundedChecks, context)
    // The checks quote no secret, but messages of other programs might.
    const redactor = createRedactor(context.secrets())
    const shown = results.map((result) => ({ ...result, text: redactor.text(result.text) }))
    return toHealthReport(shown, { groups: checkGroups, checkedAt: new Date() })
  } finally {
    // A check that hung may keep its connection open, and the report doesn't wait for it.
    void context[Symbol.asyncDispose]()
  }
}
