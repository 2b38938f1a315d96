/**
 * Starts what `stop` stopped, databases first, with the same addresses. `restart` stops and starts the containers that
 * aren't databases, or those of one service, one after the other. Traffic comes back when everything has run for a moment; until then, the
 * environment shows its 503 page.
 */
import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import type { z } from 'zod'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import {
  changeEnvironmentState,
  type EnvironmentSubject,
  publishEnvironmentUpdated,
  restartEnvironment,
  startEnvironment,
} from '../../../environments/index.ts'
import { isDatabaseKind, isRoutedKind } from '../../../environments/service-kinds.schemas.ts'
import { stopGraceOf } from '../../containers/app-container.remote.ts'
import { isRunning } from '../../containers/containers-in-order.remote.ts'
import { recreateContainers } from '../../containers/recreate-containers.remote.ts'
import { giveTraffic, upstreamsOf } from '../../containers/release-traffic.remote.ts'
import {
  Empty,
  type EnvironmentWork,
  loadEnvironment,
  onLiveServer,
  type Place,
  placeOf,
} from '../../environment-work.context.ts'
import { type ExpectedContainer, expectedContainers } from '../../expected-containers.policy.ts'
import { requireHealthy } from '../../health/require-healthy.remote.ts'
import { openLiveService } from '../../live-service.remote.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { proxyNames } from '../../server-names.policy.ts'
import { restartContainers } from '../restart-service.remote.ts'
import { failureHooks } from './lifecycle.hooks.ts'

type Input = z.output<typeof restartEnvironment.input>
type Context = StepContext<Input>

const graceSeconds = 30
/** A program that can't start usually ends within this time. */
const settleMs = 3_000

export function createStartEnvironment(work: EnvironmentWork): Workflow<EnvironmentSubject> {
  const does: Bringing['does'] = async (runtime, { expected, context }) => {
    // A cleanup of the server can have removed them while they were stopped.
    const apps = expected.filter((each) => !each.isDatabase)
    await startAll(
      runtime,
      expected.filter((each) => each.isDatabase),
      context.signal,
    )
    if (await isOneGone(runtime, apps, context.signal)) await recreateContainers(work, context, runtime)
    await startAll(runtime, apps, context.signal)
  }
  const start = bringUp(work, { name: 'start-containers', action: 'started', does })
  return workflow(startEnvironment, [start], failureHooks('start_failed'))
}

export function createRestartEnvironment(work: EnvironmentWork): Workflow<Input> {
  const does: Bringing['does'] = async (runtime, { expected, live, context }) => {
    const { serviceId } = context.input
    if (serviceId === undefined) return await restartAll(runtime, expected, context.signal)
    await restartOne(work, runtime, { serviceId, expected, live, context })
  }
  const restart = bringUp(work, { name: 'restart-containers', action: 'restarted', does })
  return workflow(restartEnvironment, [restart], failureHooks('restart_failed'))
}

interface Wanted {
  expected: readonly ExpectedContainer[]
  live: Awaited<ReturnType<typeof findLive>>
  context: Context
}

interface Bringing {
  name: string
  action: string
  does: (runtime: Runtime, wanted: Wanted) => Promise<void>
}

function bringUp(work: EnvironmentWork, { name, action, does }: Bringing) {
  return remoteStep({
    name,
    output: Empty,
    deadlineMs: 10 * 60_000,
    cancellable: false,
    async run(context: Context) {
      const place = placeOf(context)
      const state = await loadEnvironment(work, place)
      const live = await findLive(work, place)
      const expected = expectedContainers(live.deploymentId, live.services)
      const { signal, fence } = context
      await onLiveServer(work, place, state, {
        signal,
        async does(runtime) {
          await does(runtime, { expected, live, context })
          await work.clock.wait(settleMs, signal)
          const addresses = await requireRunning(runtime, expected, signal)
          const services = upstreamsOf(live.services, (name) => addresses.get(name) ?? [])
          const turn = { environmentId: state.id, fence, signal }
          await giveTraffic(runtime, turn, { deploymentId: live.deploymentId, services })
        },
      })
      context.record(async (tx) => {
        const { organizationId } = place
        const change = { id: state.id, status: 'live', stopped_at: null, drift: [] } as const
        if (!(await changeEnvironmentState(tx, organizationId, change))) return
        await publishEnvironmentUpdated(tx, organizationId, { ...state, action })
      })
      return {}
    },
  })
}

/** Restarts one service and leaves all others, including the proxy's upstreams of them, as they are. */
async function restartOne(
  work: EnvironmentWork,
  runtime: Runtime,
  { serviceId, expected, live, context }: Wanted & { serviceId: Id<'svc'> },
): Promise<void> {
  const { signal, fence } = context
  const place = placeOf(context)
  const service = live.services.find((each) => each.serviceId === serviceId)
  const own = expected.filter((each) => each.service === service?.name)
  if (service === undefined || own.length === 0)
    throw new PermanentError('container_gone', "The service isn't part of the live version.", {
      hint: 'Deploy it first.',
    })
  const opened = await openLiveService(work, place, (each) => each.serviceId === serviceId)
  const before = await requireRunning(
    runtime,
    expected.filter((each) => each.service !== service.name),
    signal,
  )
  const names = proxyNames(place.environmentId, live.deploymentId)
  const sendTo = async (addresses: readonly string[]) => {
    const services = upstreamsOf(live.services, (name) =>
      name === service.name ? addresses : (before.get(name) ?? []),
    )
    await runtime.putRelease({ ...names, fence, services }, { signal })
  }
  await restartContainers(runtime, {
    containers: own.map(({ name }) => name),
    graceSeconds: isDatabaseKind(service.kind) ? graceSeconds : stopGraceOf(service),
    sendTo: isRoutedKind(service.kind) ? sendTo : undefined,
    async waitUntilReady(slot) {
      if (typeof opened !== 'string') await requireHealthy(work, runtime, { live: opened, slot, signal })
    },
    signal,
  })
}

async function findLive(work: EnvironmentWork, { organizationId, environmentId }: Place) {
  const { live } = await work.records.desired(organizationId, environmentId)
  if (live === null)
    throw new PermanentError('nothing_live', 'This environment was never deployed.', { hint: 'Deploy it first.' })
  return live
}

async function startAll(runtime: Runtime, expected: readonly ExpectedContainer[], signal: AbortSignal): Promise<void> {
  for (const group of [expected.filter((each) => each.isDatabase), expected.filter((each) => !each.isDatabase)]) {
    await Promise.all(group.map((each) => startOne(runtime, each, signal)))
  }
}

async function isOneGone(
  runtime: Runtime,
  expected: readonly ExpectedContainer[],
  signal: AbortSignal,
): Promise<boolean> {
  const states = await Promise.all(expected.map(({ name }) => runtime.inspectContainer(name, { signal })))
  return states.includes(null)
}

async function startOne(runtime: Runtime, { name, service }: ExpectedContainer, signal: AbortSignal): Promise<void> {
  const state = await runtime.inspectContainer(name, { signal })
  if (state === null) throw gone(service)
  if (!isRunning(state)) await runtime.restartStopped(name, { signal })
}

async function restartAll(
  runtime: Runtime,
  expected: readonly ExpectedContainer[],
  signal: AbortSignal,
): Promise<void> {
  await startAll(
    runtime,
    expected.filter((each) => each.isDatabase),
    signal,
  )
  for (const each of expected.filter((one) => !one.isDatabase)) {
    await runtime.stopContainer(each.name, { signal, graceSeconds })
    await startOne(runtime, each, signal)
  }
}

/** Returns the addresses of each service. */
async function requireRunning(
  runtime: Runtime,
  expected: readonly ExpectedContainer[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const addresses = new Map<string, string[]>()
  for (const { name, service } of expected) {
    const state = await runtime.inspectContainer(name, { signal })
    if (state === null) throw gone(service)
    if (!isUp(state)) {
      const text = `${service} doesn't stay up: exit code ${state.exitCode ?? 'unknown'}.`
      throw new PermanentError('container_exited', text, { hint: 'Check its log, then deploy a version that starts.' })
    }
    if (state.address !== null) addresses.set(service, [...(addresses.get(service) ?? []), state.address])
  }
  return addresses
}

function isUp(state: ContainerState): boolean {
  return state.state === 'running'
}

function gone(service: string): PermanentError {
  const hint = 'Deploy again or roll back to an earlier version. Both create new containers.'
  return new PermanentError('container_gone', `The container of ${service} is no longer on the server.`, { hint })
}
