/** Starts due drills, and notifies when a recovery would take longer or lose more than its targets allow. */
import type { Database, OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { readNow } from '../../../../platform/database/read-now.ts'
import type { BackgroundLoop } from '../../../../platform/durable/loop.ts'
import { poller } from '../../../../platform/durable/poller.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { type EnvironmentRow, lockEnvironment } from '../../../environments/index.ts'
import { publishEnvironmentNotice } from '../../../notices/index.ts'
import { findMissedTargets, type MissedTarget, type Prediction } from '../recovery-figures.policy.ts'
import { readRecoveryPlan } from '../recovery-plan.query.ts'
import { readPrediction } from '../recovery-prediction.query.ts'
import { nextDrillAt } from './drill-times.policy.ts'
import {
  findRecoverySettings,
  type RecoverySettingsRow,
  saveNextDrill,
  saveTargetCheck,
} from './recovery-settings.repository.ts'
import { type DueRecoveryCheck, listDueRecoveryChecks } from './recovery-settings.system-repository.ts'
import { startDrill } from './start-drill.action.ts'

const checkEveryMs = 60_000

export function createRecoveryChecksPoller({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return poller<DueRecoveryCheck>({
    name: 'recovery-checks',
    everyMs: 5_000,
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free }) => listDueRecoveryChecks(database.systemDb, free),
    keyOf: ({ environmentId }) => environmentId,
    visit: (due) => checkRecovery(database, due),
  })
}

export async function checkRecovery(
  database: Database,
  { organizationId, environmentId }: DueRecoveryCheck,
): Promise<void> {
  const refusal = await database
    .tenant(organizationId, (tx) => startDueDrill(tx, organizationId, environmentId))
    .catch((error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    })
  await database.tenant(organizationId, async (tx) => {
    const environment = await lockEnvironment(tx, organizationId, environmentId)
    const settings = await findRecoverySettings(tx, organizationId, environmentId)
    if (environment === undefined || settings === undefined) return
    if (refusal instanceof AppError) await skipDrill(tx, settings, refusal)
    await compareTargets(tx, organizationId, { environment, settings })
  })
}

async function startDueDrill(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  const environment = await lockEnvironment(tx, organizationId, environmentId)
  const settings = await findRecoverySettings(tx, organizationId, environmentId)
  const now = await readNow(tx)
  if (environment === undefined || settings?.next_drill_at == null || settings.next_drill_at > now) return
  await saveNextDrill(tx, organizationId, { environmentId, nextDrillAt: nextDrillAt(settings.drill_every, now) })
  await startDrill(tx, organizationId, { environment, trigger: 'schedule', serverId: null, by: null })
}

/** A drill that can't even start is a failed one for people who rely on it. */
async function skipDrill(tx: Tx, settings: RecoverySettingsRow, { problem, message }: AppError): Promise<void> {
  const { organization_id: organizationId, environment_id: environmentId } = settings
  const now = await readNow(tx)
  await saveNextDrill(tx, organizationId, { environmentId, nextDrillAt: nextDrillAt(settings.drill_every, now) })
  const failure = { code: problem.code, title: 'The drill could not start', detail: message, hint: problem.hint }
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `drill_failed:${environmentId}:${now.toISOString()}`,
    payload: (place) => ({ event: 'drill_failed', ...place, failure }),
  })
}

/** Each missed target is reported once until it is met again. */
async function compareTargets(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, settings }: { environment: EnvironmentRow; settings: RecoverySettingsRow },
): Promise<void> {
  const { id: environmentId } = environment
  const now = await readNow(tx)
  const plan = await readRecoveryPlan(tx, organizationId, environment)
  const prediction = await readPrediction(tx, organizationId, { environmentId, plan })
  const targets = { maxRecoveryMinutes: settings.max_recovery_minutes, maxLossMinutes: settings.max_loss_minutes }
  const missed = plan.release === null ? [] : findMissedTargets(prediction, targets)
  for (const target of missed) {
    if (settings.missed.includes(target)) continue
    await publishEnvironmentNotice(tx, organizationId, {
      environmentId,
      causeKey: `recovery_target_missed:${environmentId}:${target}:${now.toISOString()}`,
      payload: (place) => ({ event: 'recovery_target_missed', ...place, ...describe(target, prediction, targets) }),
    })
  }
  const nextCheckAt = new Date(now.getTime() + checkEveryMs)
  await saveTargetCheck(tx, organizationId, { environmentId, missed, nextCheckAt })
}

function describe(
  target: MissedTarget,
  { recoverySeconds, lossSeconds }: Prediction,
  { maxRecoveryMinutes, maxLossMinutes }: { maxRecoveryMinutes: number | null; maxLossMinutes: number | null },
): { target: MissedTarget; detail: string } {
  if (target === 'recovery_too_slow') {
    const minutes = Math.ceil((recoverySeconds ?? 0) / 60)
    return { target, detail: `A recovery would take ${minutes} min. The target is ${maxRecoveryMinutes} min.` }
  }
  if (lossSeconds === null) {
    const detail = `Some data has no usable backup. The target is at most ${maxLossMinutes} min of lost data.`
    return { target, detail }
  }
  const minutes = Math.ceil(lossSeconds / 60)
  return { target, detail: `${minutes} min of data would be lost. The target is ${maxLossMinutes} min.` }
}
