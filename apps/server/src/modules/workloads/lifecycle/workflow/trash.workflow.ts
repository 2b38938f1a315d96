/**
 * Stops an environment and moves its rows into the trash, together with the end of the run: it's either still there or in the
 * trash. Containers, volumes, and images stay on the server until it's restored or purged.
 */
import { RemoteError } from '@longshore/remote/ssh'
import type { z } from 'zod'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { recordSystemAudit } from '../../../audit/index.ts'
import { reloadEnvironmentProxies } from '../../../domains/index.ts'
import {
  changeEnvironmentState,
  findEnvironmentState,
  publishEnvironmentUpdated,
  trashEnvironment,
} from '../../../environments/index.ts'
import { keepInTrash } from '../../../trash/index.ts'
import { Empty, loadEnvironment, onLiveServer, placeOf } from '../../environment-work.context.ts'
import { followCronServices } from '../../jobs/cron-schedules.action.ts'
import { readVolumeBytes } from '../../observations/observations.repository.ts'
import { remoteStep } from '../../remote-step.context.ts'
import type { LifecycleWork } from './lifecycle.context.ts'
import { driftOf } from './lifecycle.hooks.ts'
import { stopServing } from './stop.workflow.ts'

type Input = z.output<typeof trashEnvironment.input>
type Context = StepContext<Input>

export function createTrashEnvironment(work: LifecycleWork): Workflow<Input> {
  const stop = remoteStep<Input, z.output<typeof Empty>>({
    name: 'stop-containers',
    output: Empty,
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    async run(context) {
      await stopEverything(work, context)
      return {}
    },
  })
  const keep = remoteStep<Input, z.output<typeof Empty>>({
    name: 'keep',
    output: Empty,
    deadlineMs: 60_000,
    retriesDeadline: true,
    cancellable: false,
    async run(context) {
      context.record((tx) => moveToTrash(work, tx, context))
      return {}
    },
  })
  return workflow(trashEnvironment, [stop, keep], {
    onFinish: (tx, run, end) => keepEnvironment(work, tx, run, end),
  })
}

async function stopEverything(work: LifecycleWork, context: Context): Promise<void> {
  const place = placeOf(context)
  const { signal, input } = context
  const state = await loadEnvironment(work, place)
  const turn = { environmentId: state.id, fence: context.fence, signal }
  try {
    await onLiveServer(work, place, state, { signal, does: (runtime) => stopServing(runtime, turn) })
  } catch (error) {
    signal.throwIfAborted()
    // The sweep stops it if the server comes back.
    if (!input.isForced || !(error instanceof RemoteError)) throw error
  }
}

type Tx = Parameters<Parameters<Context['record']>[0]>[0]

async function moveToTrash(work: LifecycleWork, tx: Tx, context: Context): Promise<void> {
  const { organizationId, environmentId: id } = placeOf(context)
  const { by, parentId, backups, isForced } = context.input
  const state = await findEnvironmentState(tx, organizationId, id)
  if (state === undefined) return
  const { projectId, name, slug, liveServerId, liveDeploymentId, stoppedAt } = state
  // Detached backups keep the names of their environment. Rejoining it needs nothing but its ID.
  await work.detachOrRemoveBackups(tx, organizationId, { environmentId: id, backups: 'keep' })
  await followCronServices(tx, organizationId, { environmentId: id, services: [] })
  await reloadEnvironmentProxies(tx, organizationId, id)
  const facts = { slug, backups, isForced, isLive: liveDeploymentId !== null, wasStopped: stoppedAt !== null }
  await keepInTrash(tx, organizationId, {
    ...{ kind: 'environment', subjectId: id, name, projectId, environmentId: id, facts, by, parentId },
    serverId: liveServerId,
    sizeBytes: await readVolumeBytes(tx, organizationId, id),
    ...(backups === 'delete' ? { alsoOwned: ['backups.environment_id'] } : {}),
  })
  await work.afterRemoval(tx, organizationId, projectId)
  // The audit log is locked before the events, as everywhere else; the opposite order could deadlock.
  const target = { targetKind: 'environment', targetId: id, detail: { name, trashed: true } }
  await recordSystemAudit(tx, organizationId, { action: 'environment.deleted', ...target })
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'deleted' })
}

async function keepEnvironment(
  work: LifecycleWork,
  tx: Tx,
  run: Context['run'],
  end: Parameters<typeof driftOf>[1],
): Promise<void> {
  if (end.status !== 'failed') return
  const { organizationId, environmentId: id } = placeOf({ run })
  const state = await findEnvironmentState(tx, organizationId, id)
  if (state === undefined) return
  const drift = [driftOf('removal_failed', end)]
  await changeEnvironmentState(tx, organizationId, { id, status: 'degraded', deletion_requested_at: null, drift })
  await work.afterFailedRemoval(tx, organizationId, state.projectId)
  const detail = { code: end.error?.code ?? 'removal_failed' }
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'removal_failed', detail })
}
