/** Updates a deployment's row, its stream, and its environment while it runs and when it ends. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { FinishedRun, Workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream, type NewRunEvent } from '../../../platform/events/publish.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { changeDeploymentStatus, type StatusChange } from '../change-deployment-status.action.ts'
import { toStatusEvent } from '../deployment.mapper.ts'
import { toDeploymentError } from '../deployment-failures.problems.ts'
import { listStepRecords } from '../deployment-runs.repository.ts'
import { type StepEvent, toStepEvent } from '../deployment-steps.mapper.ts'
import type { DeploySubject } from '../deployments.references.ts'
import {
  addDeploymentWarnings,
  type DeploymentRow,
  findDeployment,
  updateDeployment,
} from '../deployments.repository.ts'
import { canFollow, statusDuring, stepNames } from '../deployments.status.ts'
import { makeLive } from '../make-live.action.ts'
import { readDeployment } from '../read-deployment.query.ts'
import { refreshEnvironmentStatus } from '../refresh-environment-status.action.ts'
import { subjectOf } from './deploy-step.context.ts'
import { readDiagnosis } from './read-diagnosis.context.ts'

export type DeployHooks = Pick<Workflow<DeploySubject>, 'onStart' | 'onStep' | 'onFinish'>

export const deployHooks: DeployHooks = {
  async onStart(tx, run) {
    const { organizationId, deploymentId: id } = subjectOf({ run })
    const known = await findDeployment(tx, organizationId, { id })
    if (known !== undefined) await changeDeploymentStatus(tx, known, 'preparing')
  },
  async onStep(tx, run, name) {
    const { organizationId, deploymentId: id } = subjectOf({ run })
    const known = await findDeployment(tx, organizationId, { id })
    if (known === undefined) return
    const before = await readStep(tx, organizationId, { id, name: stepNames[stepNames.indexOf(name) - 1] })
    const begins = { name, status: 'running', startedAt: new Date().toISOString() }
    const stepEvents = [...before, begins].map((data) => ({ kind: 'step', data }))
    const status = statusDuring(name)
    // Several steps have one status, and once it is live, the remaining steps don't change it.
    if (status !== undefined && canFollow(known.status, status)) {
      await changeDeploymentStatus(tx, known, status, { columns: { step: name }, stepEvents })
    } else {
      await updateDeployment(tx, organizationId, { id, step: name })
      await appendRunEvents(tx, { runId: id, organizationId, events: stepEvents })
    }
  },
  async onFinish(tx, run, end) {
    const { organizationId, deploymentId: id } = subjectOf({ run })
    const known = await findDeployment(tx, organizationId, { id })
    if (known === undefined) return
    const events = { stepEvents: await readLastSteps(tx, organizationId, known), closesStream: true }
    if (known.finished_at !== null) return await finishAfterLive(tx, known, { end, stepEvents: events.stepEvents })
    if (end.status === 'succeeded') return await makeLive(tx, organizationId, known, events)
    const { to, ...columns } = endOf(known, end)
    const diagnosis = end.status === 'failed' ? await readDiagnosis(tx, run, end.error) : null
    await changeDeploymentStatus(tx, known, to, { columns: { ...columns, diagnosis }, ...events })
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

async function readLastSteps(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<NewRunEvent[]> {
  const records = await listStepRecords(tx, organizationId, row.id)
  const name = row.step ?? (row.switched_at === null ? null : stepNames.at(-1))
  const last = records.filter((record) => record.phase === 'undo' || record.name === name)
  return last.map((record) => ({ kind: 'step', data: toStepEvent(record) }))
}

/**
 * A cancellation that couldn't undo everything ends as `failed`, because something can be left behind. The error lists
 * it.
 */
function endOf(
  row: DeploymentRow,
  end: FinishedRun,
): { to: 'superseded' | 'cancelled' | 'failed' } & NonNullable<StatusChange['columns']> {
  if (end.status === 'superseded')
    return {
      to: 'superseded',
      supersededBy: end.supersededBy === null ? null : brandId<'dep'>(end.supersededBy),
    }
  if (end.status === 'cancelled' && end.error === null) return { to: 'cancelled' }
  return { to: 'failed', error: toDeploymentError(end.error, row.step) }
}

/** The deployment receives traffic and keeps it, even when a later step failed: then it gets a warning. */
async function finishAfterLive(
  tx: Tx,
  known: DeploymentRow,
  { end, stepEvents }: { end: FinishedRun; stepEvents: readonly NewRunEvent[] },
): Promise<void> {
  const { id, organization_id: organizationId, step } = known
  const isAlreadySent = end.status === 'succeeded'
  if (!isAlreadySent) {
    const { code, detail } = toDeploymentError(end.error, step)
    const message = `The version is live, but a follow-up step failed: ${detail}`
    await addDeploymentWarnings(tx, organizationId, { id, warnings: [{ code, message }] })
  }
  const row = (await findDeployment(tx, organizationId, { id })) ?? known
  if (stepEvents.length > 0) await appendRunEvents(tx, { runId: id, organizationId, events: stepEvents })
  const final = toStatusEvent(await readDeployment(tx, organizationId, row))
  await closeRunStream(tx, { runId: id, organizationId, final, isAlreadySent })
  await refreshEnvironmentStatus(tx, organizationId, row)
}
