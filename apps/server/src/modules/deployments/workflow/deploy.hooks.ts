/** Updates a deployment's row, its stream, and its environment while it runs and when it ends. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { FinishedRun, Workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream } from '../../../platform/events/publish.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { toStatusEvent } from '../deployment.mapper.ts'
import { toDeploymentError } from '../deployment-failures.problems.ts'
import { listStepRecords } from '../deployment-runs.repository.ts'
import { type StepEvent, toStepEvent } from '../deployment-steps.mapper.ts'
import type { DeploySubject } from '../deployments.references.ts'
import {
  addDeploymentWarnings,
  type DeploymentRow,
  type DeploymentUpdate,
  findDeployment,
  updateDeployment,
} from '../deployments.repository.ts'
import { canFollow, statusDuring, stepNames } from '../deployments.status.ts'
import { makeLive } from '../make-live.action.ts'
import { markDeploymentInLog } from '../mark-deployment-in-log.action.ts'
import { notifyMembers } from '../notify-members.action.ts'
import { publishDeploymentStatus } from '../publish-deployment-status.action.ts'
import { readDeployment } from '../read-deployment.query.ts'
import { refreshEnvironmentStatus } from '../refresh-environment-status.action.ts'
import { reportCommitStatus } from '../report-commit-status.action.ts'
import { subjectOf } from './deploy-step.context.ts'
import { readDiagnosis } from './read-diagnosis.context.ts'

export type DeployHooks = Pick<Workflow<DeploySubject>, 'onStart' | 'onStep' | 'onFinish'>

export const deployHooks: DeployHooks = {
  async onStart(tx, run) {
    const { organizationId, deploymentId, environmentId } = subjectOf({ run })
    const row = await updateDeployment(tx, organizationId, { id: deploymentId, status: 'preparing', isStarted: true })
    if (row === undefined) return
    await markDeploymentInLog(tx, organizationId, row)
    await notifyMembers(tx, organizationId, row)
    await reportCommitStatus(tx, organizationId, row)
    await publishDeploymentStatus(tx, organizationId, row)
    await refreshEnvironmentStatus(tx, organizationId, { environmentId, deploymentId, action: 'started' })
  },
  async onStep(tx, run, name) {
    const { organizationId, deploymentId } = subjectOf({ run })
    const known = await findDeployment(tx, organizationId, { id: deploymentId })
    if (known === undefined) return
    const status = statusDuring(name)
    const advances = status !== undefined && canFollow(known.status, status)
    const row = await updateDeployment(tx, organizationId, {
      id: deploymentId,
      step: name,
      ...(advances ? { status } : {}),
    })
    const before = await readStep(tx, organizationId, {
      id: deploymentId,
      name: stepNames[stepNames.indexOf(name) - 1],
    })
    const begins = { name, status: 'running', startedAt: new Date().toISOString() }
    const events = [...before, begins].map((data) => ({ kind: 'step', data }))
    await appendRunEvents(tx, { runId: deploymentId, organizationId, events })
    // Once it is live, its status is already published, and the remaining steps don't change it.
    if (known.finished_at === null && advances) await publishDeploymentStatus(tx, organizationId, row ?? known)
  },
  async onFinish(tx, run, end) {
    const { organizationId, deploymentId, environmentId } = subjectOf({ run })
    const known = await findDeployment(tx, organizationId, { id: deploymentId })
    if (known === undefined) return
    if (end.status === 'succeeded') await makeLive(tx, organizationId, known)
    else if (known.finished_at === null)
      await updateDeployment(tx, organizationId, {
        id: deploymentId,
        ...endOf(known, end),
        ...(end.status === 'failed' ? { diagnosis: await readDiagnosis(tx, run, end.error) } : {}),
      })
    else await warnAfterLive(tx, organizationId, known, end)
    const row = await findDeployment(tx, organizationId, { id: deploymentId })
    if (row === undefined) return
    if (end.status !== 'succeeded' && known.finished_at === null) {
      await markDeploymentInLog(tx, organizationId, row)
      await notifyMembers(tx, organizationId, row)
    }
    await reportCommitStatus(tx, organizationId, row)
    await publishLastSteps(tx, organizationId, known)
    const final = toStatusEvent(await readDeployment(tx, organizationId, row))
    const isAlreadySent = end.status === 'succeeded' && known.finished_at !== null
    await closeRunStream(tx, { runId: deploymentId, organizationId, final, isAlreadySent })
    await refreshEnvironmentStatus(tx, organizationId, { environmentId, deploymentId, action: row.status })
  },
}

/** Returns how a step ended, including undone steps. */
async function readStep(
  tx: Tx,
  organizationId: OrganizationId,
  { id, name }: { id: Id<'dep'>; name: string | undefined },
): Promise<StepEvent[]> {
  const records = await listStepRecords(tx, organizationId, id)
  return records.filter((record) => record.name === name && record.phase === 'run').map(toStepEvent)
}

async function publishLastSteps(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<void> {
  const records = await listStepRecords(tx, organizationId, row.id)
  const name = row.step ?? (row.switched_at === null ? null : stepNames.at(-1))
  const last = records.filter((record) => record.phase === 'undo' || record.name === name)
  const events = last.map((record) => ({ kind: 'step', data: toStepEvent(record) }))
  if (events.length > 0) await appendRunEvents(tx, { runId: row.id, organizationId, events })
}

/**
 * A cancellation that couldn't undo everything ends as `failed`, because something can be left behind. The error says
 * what.
 */
function endOf(row: DeploymentRow, end: FinishedRun): DeploymentUpdate {
  if (end.status === 'superseded')
    return {
      status: 'superseded',
      supersededBy: end.supersededBy === null ? null : brandId<'dep'>(end.supersededBy),
    }
  if (end.status === 'cancelled' && end.error === null) return { status: 'cancelled' }
  return { status: 'failed', error: toDeploymentError(end.error, row.step) }
}

/** The deployment receives traffic and keeps it, although a later step failed. */
async function warnAfterLive(
  tx: Tx,
  organizationId: OrganizationId,
  { id, step }: DeploymentRow,
  { error }: FinishedRun,
): Promise<void> {
  const { code, detail } = toDeploymentError(error, step)
  const message = `The version is live, but a follow-up step failed: ${detail}`
  await addDeploymentWarnings(tx, organizationId, { id, warnings: [{ code, message }] })
}
