/**
 * Switches the traffic, fenced on the server, and probes through the proxy. The switch renames one link there: the
 * proxy isn't reloaded, and no request is lost. New hostnames are loaded first, and have no target until then.
 */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step, UndoContext } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { labelNames, loadProxy, proxyNames, routedServices, upstreamsOf } from '../../../workloads/worker.ts'
import { type DeploymentPlan, type StartedRelease, Switched } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import { findProbedRoutes, type ProbedRoute, probeThroughProxy } from '../../probe-through-proxy.remote.ts'
import type { DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'

/** The first request also issues the certificate for a new hostname. */
const respondWithinMs = 10_000
const pauseMs = 250
/** For requests that the reverted release has accepted. */
const graceSeconds = 10

export interface SwitchTrafficSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly startRelease: Step<DeploySubject, StartedRelease>
}

export function switchTraffic(deps: DeployDeps, { plan, startRelease }: SwitchTrafficSteps) {
  return deployStep<Switched>({
    name: 'switch-traffic',
    output: Switched,
    deadlineMs: 120_000,
    cancellable: false,
    async run(context) {
      await using log = deps.log.open(context, 'switch-traffic')
      const { organizationId, environmentId, deploymentId, serverId } = subjectOf(context)
      const names = proxyNames(environmentId, deploymentId)
      const { signal, fence } = context
      const { services } = context.output(plan)
      const { containers } = context.output(startRelease)
      const upstreams = upstreamsOf(services, (name) =>
        containers.filter(({ service }) => service === name).map(({ address }) => address),
      )
      const routed = routedServices(services).map(({ name, configuration: { replicas } }) => ({ name, replicas }))
      await context.write((tx) => deps.records.ensureRoutes(tx, context, routed))
      const entrances = await findProbedRoutes(deps, context, services)
      const previous = await onServer(deps, context, async (runtime) => {
        await loadProxy(deps.records, context, { organizationId, serverId, runtime })
        const switched = await runtime.switchRelease({ ...names, fence, services: upstreams }, { signal })
        await waitForResponse(deps, runtime, { entrances, signal })
        return switched.previous
      })
      for (const { hostname } of entrances) await log.writeLine(`${hostname} now serves the new version.`)
      context.record((tx) => deps.records.markSwitched(tx, context, fence))
      return { previous }
    },
    async undo(context) {
      const wasSwitched = await onServer(deps, context, (runtime) => giveBack(deps, context, runtime))
      if (wasSwitched) context.record((tx) => deps.records.markReturned(tx, context))
    },
  })
}

async function waitForResponse(
  { clock }: DeployDeps,
  runtime: Runtime,
  { entrances, signal }: { entrances: readonly ProbedRoute[]; signal: AbortSignal },
): Promise<void> {
  for (const deadline = clock.now() + respondWithinMs; ; await clock.wait(pauseMs, signal)) {
    const seen = await probeThroughProxy(runtime, entrances, { signal })
    if (seen === null) return
    if (clock.now() > deadline) throw new PermanentError('unstable', `Through the proxy: ${seen}`)
  }
}

/** Returns the traffic to the live release in the rows, if this one has it. Returns true if it had it. */
async function giveBack(
  { records }: DeployDeps,
  context: UndoContext<DeploySubject, Switched>,
  runtime: Runtime,
): Promise<boolean> {
  const { organizationId, environmentId, serverId, deploymentId } = subjectOf(context)
  const { environment, release: own } = proxyNames(environmentId, deploymentId)
  const { fence, signal } = context
  const { isRunning, environments } = await runtime.readProxy({ signal })
  const known = environments[environment]
  if (known === undefined) {
    await raiseFence(runtime, { environment, fence, signal, isRunning })
    return false
  }
  const { live } = await records.desired(organizationId, environmentId)
  const isHere = live !== null && !live.isStopped && live.deploymentId !== deploymentId && live.serverId === serverId
  // A restored database may not know which release had the traffic; the proxy reported it.
  const candidates = [isHere ? encodeId('dep', live.deploymentId) : null, context.output?.previous ?? null]
  const release = candidates.find((each) => each !== null && each !== own && known.releases.includes(each)) ?? null
  const had = known.current === own
  if (had) await runtime.switchRelease({ environment, release, expected: own, fence }, { signal })
  if (had) await stopOwn(runtime, own, signal)
  await runtime.removeRelease({ environment, release: own, fence }, { signal })
  return had
}

/**
 * The environment has nothing there yet, not even a fence, so a replaced worker could still switch in its first
 * deployment. If something appeared in between, this fails and is retried with the new state.
 */
async function raiseFence(
  runtime: Runtime,
  wanted: { environment: string; fence: number; signal: AbortSignal; isRunning: boolean },
): Promise<void> {
  const { environment, fence, signal, isRunning } = wanted
  try {
    await runtime.switchRelease({ environment, release: null, expected: null, fence }, { signal })
  } catch (error) {
    // Without a proxy, for example because its ports are taken, no traffic can be switched.
    const isWithout = error instanceof RuntimeError && !['stale_fence', 'wrong_release'].includes(error.code)
    if (isRunning || !isWithout) throw error
  }
}

/** Stops the deployment's containers with a grace period; the step that started them removes them. */
async function stopOwn(runtime: Runtime, deployment: string, signal: AbortSignal): Promise<void> {
  const own = await runtime.listContainers(
    { [labelNames.deployment]: deployment, [labelNames.role]: 'app' },
    { signal },
  )
  await Promise.all(own.map(({ name }) => runtime.stopContainer(name, { signal, graceSeconds })))
}
