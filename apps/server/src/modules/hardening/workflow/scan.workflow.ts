/**
 * Scans the security of a server. It only reads there, and stores its findings in one transaction.
 *
 * - However a scan ends, the server's state is final afterwards, never `scanning`.
 * - The result of a scan during which a hardening began or ran is discarded; the end of a hardening starts another one.
 * - A worker that takes over restarts the scan.
 */
import { scanServer } from '@longshore/remote/security'
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import {
  type FinishedRun,
  type Run,
  type StepContext,
  step,
  type Workflow,
  workflow,
} from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { publishServerUpdated } from '../../servers/index.ts'
import type { ServerAccess } from '../../servers/worker.ts'
import { notifyDrifted } from '../notify-security.action.ts'
import { refreshSecurity, scanSoon } from '../refresh-security.action.ts'
import { readSecurity } from '../security.query.ts'
import { type ScanSubject, scanSecurity } from '../security.references.ts'
import { compareWithBaseline } from '../security.status.ts'
import { finishScan, removeOldScans, type ScanOutcome, saveWatch, startScan } from '../security-scans.repository.ts'
import { nextScanAt } from '../security-schedule.policy.ts'

export interface ScanDeps {
  access: Pick<ServerAccess, 'use'>
  /** Interval between two scans of a server; zero: only on request. */
  everyMs: number
}

const scanDeadlineMs = 60_000
const connectDeadlineMs = 20_000
const attempts = 2

export function createScanSecurity(deps: ScanDeps): Workflow<ScanSubject> {
  const scan = step<ScanSubject, { score: number | null }>({
    name: 'scan',
    output: z.object({ score: z.number().nullable() }),
    deadlineMs: scanDeadlineMs,
    retriesDeadline: true,
    attempts,
    async run(context) {
      const outcome = await inspectServer(deps, context)
      context.record((tx) => saveScan(tx, subjectOf(context.run), { outcome, everyMs: deps.everyMs }))
      return { score: outcome.score }
    },
  })
  return workflow(scanSecurity, [scan], {
    async onStart(tx, run) {
      const { organizationId, id } = subjectOf(run)
      await startScan(tx, organizationId, id)
    },
    onFinish: (tx, run, end) => finish(tx, subjectOf(run), { end, everyMs: deps.everyMs }),
  })
}

interface Subject {
  organizationId: OrganizationId
  id: Id<'scn'>
  serverId: Id<'srv'>
}

function subjectOf(run: Run<ScanSubject>): Subject {
  return {
    organizationId: run.organizationId,
    id: brandId<'scn'>(run.id),
    serverId: run.input.serverId,
  }
}

async function inspectServer({ access }: ScanDeps, context: StepContext<ScanSubject>): Promise<ScanOutcome> {
  const { organizationId, serverId } = subjectOf(context.run)
  const { signal } = context
  try {
    const report = await access.use(organizationId, serverId, (connection) => scanServer(connection, { signal }), {
      deadlineMs: connectDeadlineMs,
      signal,
    })
    return { score: report.score, checks: report.checks, facts: report.facts, durationMs: report.durationMs }
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
    // A lost connection may recover; other obstacles won't.
    if (error.code === 'connection_lost' && context.attempt < attempts) throw error
    throw new PermanentError(error.code, error.message, { hint: error.hint, cause: error })
  }
}

async function saveScan(
  tx: Tx,
  { organizationId, id, serverId }: Subject,
  { outcome, everyMs }: { outcome: ScanOutcome; everyMs: number },
): Promise<void> {
  const { hardening, scans, watch } = await readSecurity(tx, organizationId, serverId)
  const endedAt = hardening.lastRun?.finishedAt ?? null
  const startedAt = scans.newest?.started_at ?? null
  const isMixed = hardening.isUnderWay || (endedAt !== null && startedAt !== null && endedAt > startedAt)
  if (isMixed) {
    if (await finishScan(tx, organizationId, { id, status: 'cancelled' })) await scanSoon(tx, organizationId, serverId)
    return
  }
  if (!(await finishScan(tx, organizationId, { id, status: 'succeeded', outcome }))) return
  const { baseline, drifted } = compareWithBaseline(watch?.baseline ?? { hardeningRunId: null, passed: [] }, {
    hardeningRunId: hardening.inForceId,
    checks: outcome.checks,
  })
  const next = { now: new Date(), everyMs, serverId, isFirst: watch?.nextScanAt === undefined, hasFailed: false }
  await saveWatch(tx, organizationId, { serverId, baseline, drifted, nextScanAt: nextScanAt(next) })
  await removeOldScans(tx, organizationId, serverId)
  const { state, score } = await refreshSecurity(tx, organizationId, serverId)
  const isNew = drifted.some((check) => !watch?.drifted.includes(check))
  if (isNew) await notifyDrifted(tx, organizationId, { serverId, scanId: id, drifted, checks: outcome.checks })
  await publishServerUpdated(tx, organizationId, {
    id: serverId,
    action: isNew ? 'security_drifted' : 'security_scanned',
    detail: { security: { state, score, ...(drifted.length > 0 ? { drifted } : {}) } },
  })
}

/** The step of a successful scan has already stored its result. */
async function finish(
  tx: Tx,
  { organizationId, id, serverId }: Subject,
  { end, everyMs }: { end: FinishedRun; everyMs: number },
): Promise<void> {
  const status = end.status === 'failed' ? 'failed' : 'cancelled'
  const { code, message, hint } = end.error ?? { code: 'cancelled', message: 'The scan was stopped.' }
  const error = { code, message, ...(hint === undefined ? {} : { hint }) }
  if (!(await finishScan(tx, organizationId, { id, status, error }))) return
  const next = { now: new Date(), everyMs, serverId, isFirst: false, hasFailed: true }
  await saveWatch(tx, organizationId, { serverId, nextScanAt: nextScanAt(next) })
  const { state, score } = await refreshSecurity(tx, organizationId, serverId)
  await publishServerUpdated(tx, organizationId, {
    id: serverId,
    action: `security_scan_${status}`,
    detail: { security: { state, score } },
  })
}
