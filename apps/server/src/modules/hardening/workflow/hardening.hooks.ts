/** Keeps a run's row, its stream and the server's security state up to date while it runs and when it ends. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { RunError } from '../../../platform/durable/permanent-error.ts'
import type { Workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream } from '../../../platform/events/publish.ts'
import { publishServerUpdated } from '../../servers/index.ts'
import type { HardenSubject } from '../harden.references.ts'
import { finalStatus, statusDuring } from '../harden.status.ts'
import { toRunEvent } from '../hardening-run.mapper.ts'
import { findRun, type HardeningRunRow, markUndone, updateRun } from '../hardening-runs.repository.ts'
import { notifyHardened } from '../notify-security.action.ts'
import { refreshSecurity, scanSoon } from '../refresh-security.action.ts'
import { subjectOf } from './hardening.context.ts'

export const hardeningHooks: Pick<Workflow<HardenSubject>, 'onStart' | 'onStep' | 'onFinish'> = {
  async onStart(tx, run) {
    const { organizationId, id, serverId } = subjectOf({ run, input: run.input })
    const row = await updateRun(tx, organizationId, { id, isStarted: true })
    if (row === undefined) return
    await publishStatus(tx, organizationId, row)
    if (row.kind === 'plan') return
    await refreshSecurity(tx, organizationId, serverId)
    await publishServerUpdated(tx, organizationId, { id: serverId, action: 'hardening_started' })
  },
  async onStep(tx, run, name) {
    const { organizationId, id } = subjectOf({ run, input: run.input })
    const row = await updateRun(tx, organizationId, { id, status: statusDuring(name) })
    if (row === undefined) return
    const data = { name, status: 'running', startedAt: new Date().toISOString() }
    await appendRunEvents(tx, { runId: id, organizationId, events: [{ kind: 'step', data }] })
    await publishStatus(tx, organizationId, row)
  },
  async onFinish(tx, run, end) {
    const { organizationId, id, serverId } = subjectOf({ run, input: run.input })
    const known = await findRun(tx, organizationId, { id })
    if (known === undefined) return
    const succeeded = end.status === 'succeeded'
    const status = finalStatus({ succeeded, kind: known.kind, guardState: known.guard_state })
    const error = status === 'confirmed' || status === 'planned' ? null : explainEnd(known, end.error)
    const row = await updateRun(tx, organizationId, { id, status, error, armedUntil: null, isFinished: true })
    if (row === undefined) return
    if (row.kind === 'revert' && status === 'confirmed') await markUndone(tx, organizationId, row.reverts)
    if (row.kind !== 'plan') await scanSoon(tx, organizationId, serverId)
    if (row.kind === 'harden' && status === 'confirmed') await notifyHardened(tx, organizationId, row)
    await closeRunStream(tx, { runId: id, organizationId, final: toRunEvent(row) })
    await publishServerUpdated(tx, organizationId, { id: serverId, action: `hardening_${status}` })
  },
}

async function publishStatus(tx: Tx, organizationId: OrganizationId, row: HardeningRunRow): Promise<void> {
  await appendRunEvents(tx, { runId: row.id, organizationId, events: [toRunEvent(row)] })
}

function explainEnd(row: HardeningRunRow, error: RunError | null) {
  const { code, message, hint, step } = error ?? {
    code: 'hardening_cancelled',
    message: 'The run stopped before it was confirmed.',
    hint: 'Everything was restored. You can start it again at any time.',
    step: undefined,
  }
  const unknown =
    row.guard_state === 'armed' || row.guard_state === 'reverting'
      ? " Longshore couldn't reach the server to check whether it rolled everything back."
      : ''
  return {
    code,
    message: `${message}${unknown}`,
    ...(hint === undefined ? {} : { hint }),
    ...(step === undefined ? {} : { step }),
  }
}
