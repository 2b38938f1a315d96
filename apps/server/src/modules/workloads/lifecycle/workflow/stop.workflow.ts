/**
 * Stops everything in an environment: first its traffic, so visitors get the 503 page at once; then services that use
 * databases, then databases. Nothing is removed; `start` brings it back.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import {
  changeEnvironmentState,
  type EnvironmentSubject,
  publishEnvironmentUpdated,
  stopEnvironment,
} from '../../../environments/index.ts'
import { markLog } from '../../../runtime-logs/index.ts'
import { inStopOrder, isRunning } from '../../containers/containers-in-order.remote.ts'
import { takeTrafficAway } from '../../containers/release-traffic.remote.ts'
import {
  Empty,
  type EnvironmentWork,
  labelsOfEnvironment,
  loadEnvironment,
  onLiveServer,
  placeOf,
} from '../../environment-work.context.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { hasRole } from '../read-server.remote.ts'
import { failureHooks } from './lifecycle.hooks.ts'

const graceSeconds = 30

export function createStopEnvironment(work: EnvironmentWork): Workflow<EnvironmentSubject> {
  const stop = remoteStep({
    name: 'stop-containers',
    output: Empty,
    deadlineMs: 10 * 60_000,
    cancellable: false,
    async run(context: StepContext<EnvironmentSubject>) {
      const place = placeOf(context)
      const state = await loadEnvironment(work, place)
      const { signal } = context
      await onLiveServer(work, place, state, {
        signal,
        does: (runtime) => stopServing(runtime, { environmentId: state.id, fence: context.fence, signal }),
      })
      context.record(async (tx) => {
        const { organizationId } = place
        const change = { id: state.id, status: 'stopped', stopped_at: new Date(), drift: [] } as const
        if (!(await changeEnvironmentState(tx, organizationId, change))) return
        const mark = { environmentId: state.id, deploymentId: null, text: 'The environment was stopped.' }
        await markLog(tx, organizationId, mark)
        await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'stopped' })
      })
      return {}
    },
  })
  return workflow(stopEnvironment, [stop], failureHooks('stop_failed'))
}

export async function stopServing(
  runtime: Runtime,
  turn: { environmentId: Id<'env'>; fence: number; signal: AbortSignal },
): Promise<void> {
  const { environmentId, signal } = turn
  await takeTrafficAway(runtime, turn)
  const containers = (await runtime.listContainers(labelsOfEnvironment(environmentId), { signal })).filter(hasRole)
  for (const group of inStopOrder(containers.filter(isRunning))) {
    await Promise.all(group.map(({ name }) => runtime.stopContainer(name, { signal, graceSeconds })))
  }
}
