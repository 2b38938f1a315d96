/**
 * Starts the new containers next to the old ones. A service with volumes can't run twice, so its old container stops
 * first; it is down until the new one is healthy, and an undo starts it again.
 */
import type { Call, ContainerState, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { brandId } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { isAppKind } from '../../../environments/service-kinds.schemas.ts'
import type { StartedContainer } from '../../../workloads/release.schemas.ts'
import { appContainer, assertFence, labelNames, openEnvironments, stopGraceOf } from '../../../workloads/worker.ts'
import {
  type BuiltRelease,
  type DeploymentPlan,
  type PlannedService,
  StartedRelease,
} from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'
import { imageOf } from '../frozen-images.context.ts'
import { mapConcurrently } from '../map-concurrently.context.ts'

const startsAtOnce = 4

export interface StartReleaseSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly buildImage: Step<DeploySubject, BuiltRelease>
}

export function startRelease(deps: DeployDeps, { plan, buildImage }: StartReleaseSteps) {
  return deployStep<StartedRelease>({
    name: 'start-release',
    output: StartedRelease,
    deadlineMs: 600_000,
    async run(context) {
      await using log = deps.log.open(context, 'start-release')
      const subject = subjectOf(context)
      const { signal } = context
      const { services, variables, hostnames, urls, previous } = context.output(plan)
      const { images } = context.output(buildImage)
      const environments = await openEnvironments(deps.records, subject.organizationId, {
        services,
        variables,
        hostnames,
        urls,
      })
      log.mask(environments.secrets)
      const apps = services.filter((each) => isAppKind(each.kind))
      const volumeOf = await deps.records.dataVolumes(subject.organizationId, apps)
      return await onServer(deps, context, async (runtime) => {
        const stopped: string[] = []
        for (const service of apps.filter((each) => each.start === 'stop-first')) {
          const names = await stopOld(deps, runtime, { service, context, previous: previous?.deploymentId ?? null })
          if (names.length > 0)
            await log.writeLine(`Stopped ${service.name}: it can't run twice, so it's down for a moment.`)
          stopped.push(...names)
        }
        const wanted = apps.flatMap((service) => slotsOf(service).map((slot) => ({ service, slot })))
        const containers = await mapConcurrently(wanted, startsAtOnce, async ({ service, slot }) => {
          const image = imageOf(images, service)
          const spec = appContainer({ subject, service, image, ...environments.of(service), volumeOf }, slot)
          return toStarted(service, slot, await runtime.startContainer(spec, { signal }))
        })
        for (const service of apps) await log.writeLine(`Started ${service.name}${timesOf(service)}.`)
        return { containers, stopped }
      })
    },
    async undo(context) {
      const { deploymentId } = subjectOf(context)
      const { signal } = context
      await onServer(deps, context, async (runtime) => {
        const labels = { [labelNames.deployment]: encodeId('dep', deploymentId), [labelNames.role]: 'app' }
        for (const { name } of await runtime.listContainers(labels, { signal })) {
          await runtime.removeContainer(name, { signal })
        }
        const stopped = context.output?.stopped ?? (await findStopped(deps, runtime, context))
        for (const name of stopped) await startAgain(runtime, name, { signal })
      })
    },
  })
}

function slotsOf(service: PlannedService): number[] {
  return Array.from({ length: service.configuration.replicas }, (_, slot) => slot)
}

function timesOf({ configuration: { replicas } }: PlannedService): string {
  return replicas === 1 ? '' : `, ${replicas} times`
}

function toStarted(service: PlannedService, slot: number, state: ContainerState): StartedContainer {
  const { id, name, address } = state
  if (address === null) throw new PermanentError('no_free_address', `${service.name} got no IP address.`)
  return { service: service.name, slot, name, id, address }
}

/**
 * Also returns containers that an earlier attempt of this step stopped; they belong to the release that receives
 * traffic.
 */
async function stopOld(
  { records }: DeployDeps,
  runtime: Runtime,
  options: { service: PlannedService; context: DeployContext; previous: string | null },
): Promise<string[]> {
  const { service, context, previous } = options
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  const { signal } = context
  const labels = {
    [labelNames.serviceId]: encodeId('svc', service.serviceId),
    [labelNames.role]: 'app',
  }
  const found = await runtime.listContainers(labels, { signal })
  const newer = await records.newerDeployments(organizationId, environmentId, deploymentId)
  const kept = new Set([deploymentId, ...newer].map((id) => encodeId('dep', id)))
  const old = found.filter((each) => !kept.has(each.labels[labelNames.deployment] ?? ''))
  if (old.length > 0) await assertFence(runtime, environmentId, context)
  await Promise.all(old.map(({ name }) => runtime.stopContainer(name, { signal, graceSeconds: stopGraceOf(service) })))
  const label = previous === null ? null : encodeId('dep', brandId<'dep'>(previous))
  return old.filter((each) => each.labels[labelNames.deployment] === label).map((each) => each.name)
}

/** After an attempt without an output: finds stopped containers with volumes of the release that receives traffic. */
async function findStopped(
  { records }: DeployDeps,
  runtime: Runtime,
  context: Parameters<typeof subjectOf>[0] & { signal: AbortSignal },
): Promise<string[]> {
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  const { live } = await records.desired(organizationId, environmentId)
  if (live === null || live.deploymentId === deploymentId) return []
  const labels = { [labelNames.deployment]: encodeId('dep', live.deploymentId), [labelNames.role]: 'app' }
  const single = new Set(live.services.filter((each) => each.configuration.volumes.length > 0).map((each) => each.name))
  const found = await runtime.listContainers(labels, { signal: context.signal })
  return found
    .filter((each) => each.state === 'exited' && single.has(each.labels[labelNames.service] ?? ''))
    .map((each) => each.name)
}

async function startAgain(runtime: Runtime, name: string, call: Call): Promise<void> {
  const state = await runtime.inspectContainer(name, call)
  if (state !== null && state.state !== 'running') await runtime.restartStopped(name, call)
}
