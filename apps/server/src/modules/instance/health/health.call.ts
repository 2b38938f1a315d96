import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { checkHealth } from './health.definition.ts'
import type { HealthReport } from './health.schemas.ts'

/** Limits the load on the mail server, the database and Restate, however many operators ask. */
const keptMs = 5_000

export function createHealthCall(check: () => Promise<HealthReport>, nowMs = () => performance.now()): LinkHandler {
  let running: Promise<HealthReport> | undefined
  let kept: { report: HealthReport; atMs: number } | undefined
  const run = async () => {
    try {
      const report = await check()
      kept = { report, atMs: nowMs() }
      return report
    } finally {
      running = undefined
    }
  }
  return handleCall(checkHealth, async () => {
    if (kept !== undefined && nowMs() - kept.atMs < keptMs) return kept.report
    running ??= run()
    return await running
  })
}
