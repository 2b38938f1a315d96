/** One security scan of a server: read, evaluate, score. */
import { createEngine } from '../docker/index.ts'
import type { ServerConnection } from '../ssh/connection.ts'
import { sanitizeText } from '../ssh/sanitize-text.ts'
import { findCheck } from './catalog.ts'
import type { Check, CheckResult } from './check.ts'
import { engineVersionOf } from './evaluate/docker-daemon.ts'
import { osOf, sshLayoutOf } from './evaluate/facts.ts'
import { evaluate } from './evaluate.ts'
import type { Evidence } from './evidence.ts'
import { gatherEvidence } from './gather.ts'
import { readEngine } from './read-engine.ts'
import { scoreOf } from './score.ts'

export type CheckedItem = Check & CheckResult

export interface SecurityReport {
  takenAt: Date
  durationMs: number
  score: number | null
  checks: CheckedItem[]
  facts: SecurityFacts
}

/** Fields are null if they couldn't be read. */
export interface SecurityFacts {
  os: string | null
  kernel: string | null
  docker: string | null
  /** How sshd is started: its own service, or a socket of systemd. */
  sshLayout: 'service' | 'socket' | null
  /** The port on which sshd really listens, behind any forwarding. */
  sshPort: number | null
  /** Our IP address as the server sees it. */
  clientAddress: string | null
}

export async function scanServer(
  connection: Pick<ServerConnection, 'run' | 'target' | 'dockerSocket' | 'closed'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SecurityReport> {
  const startedAt = performance.now()
  const evidence = await gatherEvidence(connection, {
    engine: () => readEngine(createEngine(connection), signal),
    ...(signal === undefined ? {} : { signal }),
  })
  return reportOf(evidence, Math.round(performance.now() - startedAt))
}

export function reportOf(evidence: Evidence, durationMs: number): SecurityReport {
  const checks = evaluate(evidence).flatMap((result) => {
    const check = findCheck(result.id)
    return check === undefined ? [] : [{ ...check, ...result }]
  })
  return {
    takenAt: new Date(evidence.takenAt),
    durationMs,
    score: scoreOf(checks),
    checks,
    facts: factsOf(evidence),
  }
}

function factsOf(evidence: Evidence): SecurityFacts {
  const { os, kernel } = osOf(evidence)
  const shown = (text: string | null) => (text === null ? null : sanitizeText(text, 100))
  return {
    os: shown(os),
    kernel: shown(kernel),
    docker: shown(engineVersionOf(evidence)),
    sshLayout: sshLayoutOf(evidence),
    sshPort: evidence.connection?.serverPort ?? null,
    clientAddress: evidence.connection?.clientAddress ?? null,
  }
}
