/**
 * The apps and workers of the live release, for modules that replace the data below them. Every app gets the variables of
 * every database and can reach it by name, so it's unknown which of them use it. All of them stop and start together.
 */
import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { StepContext } from '../../platform/durable/workflow.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { EnvironmentSubject } from '../environments/index.ts'
import { isAppKind } from '../environments/service-kinds.schemas.ts'
import { appContainer, stopGraceOf } from './containers/app-container.remote.ts'
import { assertFence } from './containers/assert-fence.remote.ts'
import { isRunning } from './containers/containers-in-order.remote.ts'
import { recreateContainers } from './containers/recreate-containers.remote.ts'
import { type EnvironmentWork, labelsOfEnvironment, placeOf } from './environment-work.context.ts'
import { requireHealthy } from './health/require-healthy.remote.ts'
import { type LiveService, openLiveService } from './live-service.remote.ts'
import type { FrozenService } from './release.schemas.ts'
import { explainRemote } from './remote-failure.remote.ts'
import { labelNames } from './server-names.policy.ts'

/** Grace period of a container that isn't part of the live release. */
const otherGraceSeconds = 10

type Context = Pick<StepContext<EnvironmentSubject>, 'run' | 'signal' | 'fence'>

/** An app that doesn't run as it should. */
export interface UnhealthyApp {
  readonly service: string
  readonly detail: string
  /** Its last lines of output, without secrets. */
  readonly logTail: string | undefined
}

/** All functions can be repeated, and leave a stopped environment stopped. */
export interface LiveApps {
  /** When it returns, no app or worker of the environment runs. Databases, cron jobs, and commands keep running. */
  stop(context: Context, runtime: Runtime): Promise<void>
  /** Starts them again at their old IP addresses. Returns those that can't start. */
  start(context: Context, runtime: Runtime): Promise<UnhealthyApp[]>
  /** Does the same, and waits until they are healthy. Returns those that can't start or don't become healthy. */
  startHealthy(context: Context, runtime: Runtime): Promise<UnhealthyApp[]>
}

export function createLiveApps(work: EnvironmentWork): LiveApps {
  return {
    stop: (context, runtime) => stopApps(work, context, runtime),
    async start(context, runtime) {
      return (await startApps(work, context, runtime)).failed
    },
    async startHealthy(context, runtime) {
      const { started, failed } = await startApps(work, context, runtime)
      const { signal } = context
      const unhealthy = await Promise.all(
        started.map((live) =>
          findFailure(live, context, () =>
            Promise.all(slotsOf(live).map((slot) => requireHealthy(work, runtime, { live, slot, signal }))),
          ),
        ),
      )
      return [...failed, ...unhealthy.flat()]
    },
  }
}

async function stopApps(work: EnvironmentWork, context: Context, runtime: Runtime): Promise<void> {
  const { organizationId, environmentId } = placeOf(context)
  const { signal } = context
  const labels = { ...labelsOfEnvironment(environmentId), [labelNames.role]: 'app' }
  const found = (await runtime.listContainers(labels, { signal })).filter(isRunning)
  if (found.length === 0) return
  const { live } = await work.records.desired(organizationId, environmentId)
  await assertFence(runtime, environmentId, context)
  await Promise.all(
    found.map((each) =>
      runtime.stopContainer(each.name, { signal, graceSeconds: graceSecondsOf(each, live?.services ?? []) }),
    ),
  )
}

function graceSecondsOf({ labels }: ContainerState, services: readonly FrozenService[]): number {
  const service = services.find(({ serviceId }) => encodeId('svc', serviceId) === labels[labelNames.serviceId])
  return service === undefined ? otherGraceSeconds : stopGraceOf(service)
}

/** Starts what is stopped, recreates what is missing, and sends the IP addresses to the proxy. */
export async function startApps(
  work: EnvironmentWork,
  context: Context,
  runtime: Runtime,
): Promise<{ started: LiveService[]; failed: UnhealthyApp[] }> {
  const started: LiveService[] = []
  const failed: UnhealthyApp[] = []
  for (const live of await openApps(work, context)) {
    const failures = await findFailure(live, context, async () => {
      for (const slot of slotsOf(live)) await ensureStarted(runtime, { live, slot }, context.signal)
    })
    failed.push(...failures)
    if (failures.length === 0) started.push(live)
  }
  // One that can't be recreated would also keep the IP addresses of the others from the proxy, which has the old ones.
  if (started.length > 0 && failed.length === 0) await recreateContainers(work, context, runtime)
  return { started, failed }
}

async function openApps(work: EnvironmentWork, context: Context): Promise<LiveService[]> {
  const place = placeOf(context)
  const { live } = await work.records.desired(place.organizationId, place.environmentId)
  const apps: LiveService[] = []
  for (const { serviceId } of (live?.services ?? []).filter(({ kind }) => isAppKind(kind))) {
    const opened = await openLiveService(work, place, (each) => each.serviceId === serviceId)
    if (typeof opened !== 'string') apps.push(opened)
  }
  return apps
}

async function ensureStarted(
  runtime: Runtime,
  { live, slot }: { live: LiveService; slot: number },
  signal: AbortSignal,
): Promise<void> {
  const spec = appContainer(live.options, slot)
  const known = await runtime.inspectContainer(spec.name, { signal })
  if (known === null) await runtime.startContainer(spec, { signal })
  else if (!isRunning(known)) await runtime.restartStopped(spec.name, { signal })
}

function slotsOf({ options }: LiveService): number[] {
  return Array.from({ length: options.service.configuration.replicas }, (_, slot) => slot)
}

/** Returns what a retry can't change, so that one broken app doesn't stop the others. Throws everything else. */
async function findFailure(
  { options }: LiveService,
  { signal }: Context,
  work: () => Promise<unknown>,
): Promise<UnhealthyApp[]> {
  try {
    await work()
    return []
  } catch (error) {
    const explained = explainRemote(error, { isLast: false })
    if (signal.aborted || !(explained instanceof PermanentError)) throw error
    return [{ service: options.service.name, detail: explained.message, logTail: explained.details?.logTail }]
  }
}
