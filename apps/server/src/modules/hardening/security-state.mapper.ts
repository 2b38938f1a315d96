/** Maps a server's security state to the API response. */

import type { readSecurity } from './security.query.ts'
import type { ServerSecurityState } from './security.schemas.ts'

export function toSecurityState(known: Awaited<ReturnType<typeof readSecurity>>): ServerSecurityState {
  const { newest, succeeded } = known.scans
  return {
    state: known.state,
    score: known.score,
    scannedAt: known.scannedAt,
    checks: succeeded?.checks ?? [],
    drifted: known.watch?.drifted ?? [],
    facts: succeeded?.facts ?? null,
    scan:
      newest === undefined
        ? null
        : {
            id: newest.id,
            trigger: newest.trigger,
            status: newest.status,
            durationMs: newest.duration_ms,
            error: newest.error,
            createdAt: newest.created_at,
            startedAt: newest.started_at,
            finishedAt: newest.finished_at,
          },
    nextScanAt: known.watch?.nextScanAt ?? null,
    plan: known.hardening.plan,
    lastRun: known.hardening.lastRun,
  }
}
