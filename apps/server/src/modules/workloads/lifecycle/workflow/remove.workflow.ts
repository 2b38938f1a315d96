/**
 * Removes an environment with its data from every server that can have something of it, then deletes it. An unreachable
 * server keeps the environment, unless a person says that the server is permanently lost; then the leftovers are
 * recorded. Backups stay, unless the request says otherwise.
 */
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { StepContext, Workflow } from '../../../../platform/durable/workflow.ts'
import { workflow } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { recordSystemAudit } from '../../../audit/index.ts'
import { removeEnvironmentRoutes } from '../../../domains/index.ts'
import {
  changeEnvironmentState,
  deleteEnvironment,
  type EnvironmentState,
  findEnvironmentState,
  listServersOfEnvironment,
  publishEnvironmentUpdated,
  removeEnvironment,
} from '../../../environments/index.ts'
import { removeLogs } from '../../../runtime-logs/worker.ts'
import { findTrashItem, forgetTrashItem, putBackInTrash, type TrashRow } from '../../../trash/index.ts'
import { Empty, placeOf } from '../../environment-work.context.ts'
import { followCronServices } from '../../jobs/cron-schedules.action.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { listServersOfDeployments } from '../deployment-servers.repository.ts'
import { takeDown } from '../take-down.remote.ts'
import type { LifecycleWork } from './lifecycle.context.ts'
import { driftOf } from './lifecycle.hooks.ts'

type Input = z.output<typeof removeEnvironment.input>
type Context = StepContext<Input>

const Places = z.object({ serverIds: z.array(z.uuid()) })
const Left = z.object({ left: z.array(z.object({ serverId: z.uuid(), code: z.string() })) })

export function createRemoveEnvironment(work: LifecycleWork): Workflow<Input> {
  const forgetRoutes = remoteStep<Input, z.output<typeof Places>>({
    name: 'forget-routes',
    output: Places,
    deadlineMs: 30_000,
    retriesDeadline: true,
    cancellable: false,
    async run(context) {
      const { organizationId, environmentId } = placeOf(context)
      const serverIds = await work.database.tenant(organizationId, async (tx) => [
        ...(await listServersOfEnvironment(tx, organizationId, environmentId)),
        ...(await listServersOfDeployments(tx, organizationId, environmentId)),
      ])
      context.record((tx) => removeEnvironmentRoutes(tx, organizationId, { environmentId, serverId: null }))
      return { serverIds: [...new Set(serverIds)] }
    },
  })
  const remove = remoteStep<Input, z.output<typeof Left>>({
    name: 'take-down',
    output: Left,
    deadlineMs: 15 * 60_000,
    retriesDeadline: true,
    async run(context) {
      const left = []
      for (const each of context.output(forgetRoutes).serverIds) {
        const code = await takeFrom(work, context, brandId<'srv'>(each))
        if (code !== null) left.push({ serverId: each, code })
      }
      return { left }
    },
  })
  const removeLog = remoteStep<Input, z.output<typeof Empty>>({
    name: 'remove-logs',
    output: Empty,
    deadlineMs: 45 * 60_000,
    async run(context) {
      const { organizationId, environmentId } = placeOf(context)
      await removeLogs(work.database, organizationId, environmentId)
      return {}
    },
  })
  const forget = remoteStep<Input, z.output<typeof Empty>>({
    name: 'forget',
    output: Empty,
    deadlineMs: 30_000,
    retriesDeadline: true,
    async run(context) {
      const { left } = context.output(remove)
      context.record((tx) => forgetEnvironment(work, tx, context, left))
      return {}
    },
  })
  return workflow(removeEnvironment, [forgetRoutes, remove, removeLog, forget], {
    onFinish: (tx, run, end) => keep(work, tx, run, end),
  })
}

/** Returns null, or why something is left there. */
async function takeFrom(work: LifecycleWork, context: Context, serverId: Id<'srv'>): Promise<string | null> {
  const { organizationId } = placeOf(context)
  const { signal, input } = context
  try {
    await work.runtimes.use(
      organizationId,
      serverId,
      (runtime) => takeDown(work, context, { serverId, runtime, keepData: false }),
      signal,
    )
    return null
  } catch (error) {
    signal.throwIfAborted()
    // The server's row was deleted, so the server can't be reached anymore.
    if (error instanceof PermanentError && error.code === 'not_found') return error.code
    if (!input.isForced || !(error instanceof RemoteError)) throw error
    return error.code
  }
}

type Tx = Parameters<Parameters<Context['record']>[0]>[0]

async function forgetEnvironment(
  work: LifecycleWork,
  tx: Tx,
  context: Context,
  left: z.output<typeof Left>['left'],
): Promise<void> {
  const { organizationId, environmentId: id } = placeOf(context)
  const state = await findEnvironmentState(tx, organizationId, id)
  if (state === undefined) return
  const { backups } = context.input
  const lockedBackups = await work.detachOrRemoveBackups(tx, organizationId, { environmentId: id, backups })
  await deleteEnvironment(tx, organizationId, id)
  await followCronServices(tx, organizationId, { environmentId: id, services: [] })
  await work.afterRemoval(tx, organizationId, state.projectId)
  const { trashItemId } = context.input
  const item = trashItemId === undefined ? undefined : await findTrashItem(tx, organizationId, trashItemId)
  const detail = {
    name: state.name,
    left: left.map((each) => ({ serverId: encodeId('srv', brandId<'srv'>(each.serverId)), code: each.code })),
    ...(lockedBackups === null ? {} : { lockedBackups }),
  }
  // The audit log is locked before the events, as everywhere else; the opposite order could deadlock.
  const target = { targetKind: 'environment', targetId: id, detail }
  await recordSystemAudit(tx, organizationId, { action: 'environment.deleted', ...target })
  if (item !== undefined) await forgetTrashItem(tx, organizationId, item)
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'deleted', detail })
}

async function keep(
  work: LifecycleWork,
  tx: Tx,
  run: Context['run'],
  end: Parameters<typeof driftOf>[1],
): Promise<void> {
  if (end.status !== 'failed') return
  const { organizationId, environmentId: id } = placeOf({ run })
  const state = await findEnvironmentState(tx, organizationId, id)
  if (state === undefined) return
  const { trashItemId } = run.input
  const item = trashItemId === undefined ? undefined : await findTrashItem(tx, organizationId, trashItemId)
  if (item !== undefined) return await returnToTrash(work, tx, { organizationId, state, item, end })
  const drift = [driftOf('removal_failed', end)]
  await changeEnvironmentState(tx, organizationId, { id, status: 'degraded', deletion_requested_at: null, drift })
  await work.afterFailedRemoval(tx, organizationId, state.projectId)
  await publishEnvironmentUpdated(tx, organizationId, {
    ...state,
    action: 'removal_failed',
    detail: { code: end.error?.code ?? 'removal_failed' },
  })
}

/** It was being purged: it must not appear among the environments again. */
async function returnToTrash(
  work: LifecycleWork,
  tx: Tx,
  {
    organizationId,
    state,
    item,
    end,
  }: { organizationId: OrganizationId; state: EnvironmentState; item: TrashRow; end: Parameters<typeof driftOf>[1] },
): Promise<void> {
  const problem = { code: end.error?.code ?? 'removal_failed', detail: end.error?.message ?? 'The removal failed.' }
  await putBackInTrash(tx, organizationId, { item, problem })
  await work.afterFailedRemoval(tx, organizationId, state.projectId)
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'deleted' })
}
