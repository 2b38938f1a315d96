/**
 * Drains the previous version, sends SIGTERM, and removes it; images of the last releases stay for rollbacks. The
 * deployment is already live, so nothing here is undone, and leftovers of a crash are found by their labels.
 */
import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { Release } from '../../../workloads/worker.ts'
import {
  assertFence,
  hasRole,
  labelNames,
  proxyNames,
  removeImages,
  stopGraceOf,
  surplusImageNames,
} from '../../../workloads/worker.ts'
import { type DeploymentPlan, Nothing } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'
import { mapConcurrently } from '../map-concurrently.context.ts'
import { trimBuildCache } from '../trim-build-cache.context.ts'
import type { Moved } from './move-data.step.ts'

const retiresAtOnce = 8
/** For a container whose release is unknown. */
const defaultSeconds = 30

export interface RetirePreviousSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly moveData: Step<DeploySubject, Moved>
}

export function retirePrevious(deps: DeployDeps, { plan, moveData }: RetirePreviousSteps) {
  return deployStep<Nothing>({
    name: 'retire-previous',
    output: Nothing,
    deadlineMs: 4_000_000,
    cancellable: false,
    async run(context) {
      await using log = deps.log.open(context, 'retire-previous')
      const { organizationId, environmentId, deploymentId } = subjectOf(context)
      const others = await deps.records.otherReleases(organizationId, environmentId, deploymentId)
      const removed = await onServer(deps, context, async (runtime) => {
        await assertFence(runtime, environmentId, context)
        const found = await findOld(deps, runtime, { context, plan: context.output(plan) })
        const old = found.map((each) => toRetiring(others, each))
        if (old.length > 0) await log.writeLine('The previous version finishes its open requests.')
        await drain(deps, context, old)
        await mapConcurrently(old, retiresAtOnce, (each) => remove(runtime, each, context.signal))
        await forgetReleases(runtime, context)
        return await removeSurplus(deps, runtime, { context, others })
      })
      const { movesFrom } = context.output(plan)
      if (movesFrom !== null && context.output(moveData).isMoved)
        await leaveServer(deps, context, brandId<'srv'>(movesFrom))
      await trimBuildCache(deps, context, context.output(plan))
      if (removed.length > 0) context.record((tx) => deps.records.markImagesRemoved(tx, organizationId, removed))
      return {}
    },
  })
}

/** Removes what is left on the previous server. The volumes stay until the move is confirmed. */
async function leaveServer({ runtimes }: DeployDeps, context: DeployContext, serverId: Id<'srv'>): Promise<void> {
  const { organizationId, environmentId } = subjectOf(context)
  const { signal } = context
  const labels = { [labelNames.environment]: encodeId('env', environmentId) }
  await runtimes.use(
    organizationId,
    serverId,
    async (runtime) => {
      await assertFence(runtime, environmentId, context)
      const found = (await runtime.listContainers(labels, { signal })).filter(hasRole)
      await Promise.all(found.map(({ name }) => remove(runtime, { name, drainSeconds: 0, graceSeconds: 60 }, signal)))
    },
    signal,
  )
}

/** Finds containers of older releases and databases that are no longer wanted; their volumes stay. */
async function findOld(
  { records }: DeployDeps,
  runtime: Runtime,
  { context, plan }: { context: DeployContext; plan: DeploymentPlan },
): Promise<ContainerState[]> {
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  const labels = { [labelNames.environment]: encodeId('env', environmentId) }
  const wanted = new Set(plan.services.map((each) => encodeId('svc', each.serviceId)))
  const found = await runtime.listContainers(labels, { signal: context.signal })
  // Read after the server, so everything that was there is known now.
  const newer = await records.newerDeployments(organizationId, environmentId, deploymentId)
  const kept = new Set([deploymentId, ...newer].map((id) => encodeId('dep', id)))
  return found.filter(({ labels: has }) => {
    const role = has[labelNames.role]
    if (role === 'database') return !wanted.has(has[labelNames.serviceId] ?? '')
    return role === 'app' && !kept.has(has[labelNames.deployment] ?? '')
  })
}

interface Retiring {
  readonly name: string
  /** Counted from the switch, because nothing new has arrived since then. */
  readonly drainSeconds: number
  readonly graceSeconds: number
}

/** Uses the settings of the container's own release. Workers receive no requests, so they finish after SIGTERM. */
function toRetiring(releases: readonly Release[], { name, labels, state }: ContainerState): Retiring {
  const release = releases.find((each) => encodeId('dep', each.deploymentId) === labels[labelNames.deployment])
  const service = release?.services.find((each) => each.name === labels[labelNames.service])
  const isServing = state === 'running' && labels[labelNames.role] === 'app' && service?.kind !== 'worker'
  const graceSeconds = service === undefined ? defaultSeconds : stopGraceOf(service)
  return { name, graceSeconds, drainSeconds: isServing ? (service?.configuration.drainSeconds ?? defaultSeconds) : 0 }
}

async function drain(deps: DeployDeps, context: DeployContext, old: readonly Retiring[]): Promise<void> {
  const seconds = Math.max(0, ...old.map((each) => each.drainSeconds))
  if (seconds === 0) return
  const { organizationId, deploymentId } = subjectOf(context)
  const { switchedAt } = await deps.records.deployment(organizationId, deploymentId)
  const since = switchedAt === null ? deps.clock.now() : switchedAt.getTime()
  const leftMs = since + seconds * 1_000 - deps.clock.now()
  if (leftMs > 0) await deps.clock.wait(leftMs, context.signal)
}

async function remove(runtime: Runtime, { name, graceSeconds }: Retiring, signal: AbortSignal): Promise<void> {
  await runtime.stopContainer(name, { signal, graceSeconds })
  await runtime.removeContainer(name, { signal })
}

async function forgetReleases(runtime: Runtime, context: DeployContext): Promise<void> {
  const { environmentId, deploymentId } = subjectOf(context)
  const { signal, fence } = context
  const { environment, release: own } = proxyNames(environmentId, deploymentId)
  const known = (await runtime.readProxy({ signal })).environments[environment]
  for (const release of known?.releases ?? []) {
    if (release !== own && release !== known?.current) {
      await runtime.removeRelease({ environment, release, fence }, { signal })
    }
  }
}

/** Removes images beyond the last few releases that no retained release needs. */
async function removeSurplus(
  deps: DeployDeps,
  runtime: Runtime,
  { context, others }: { context: DeployContext; others: readonly Release[] },
): Promise<Id<'rel'>[]> {
  const { organizationId, environmentId } = subjectOf(context)
  const { live } = await deps.records.desired(organizationId, environmentId)
  const past = others.filter((each) => each.id !== live?.releaseId)
  const kept = [...past.slice(0, deps.settings.keepReleases), ...(live === null ? [] : [live])]
  const gone = past.slice(deps.settings.keepReleases)
  const servicesOf = (releases: readonly Pick<Release, 'services'>[]) => releases.flatMap((each) => each.services)
  const names = surplusImageNames(environmentId, servicesOf(gone), servicesOf(kept))
  await removeImages(runtime, names, { signal: context.signal })
  return gone.map((each) => each.id)
}
