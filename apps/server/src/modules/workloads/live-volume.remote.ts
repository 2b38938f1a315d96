/**
 * A volume of an app in the live release, for modules that replace it. As with databases, the row records which volume is
 * current and the containers follow it, so interrupted runs and later deployments reach the same state.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { StepContext } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { EnvironmentSubject } from '../environments/index.ts'
import { isAppKind } from '../environments/service-kinds.schemas.ts'
import { appContainer, stopGraceOf } from './containers/app-container.remote.ts'
import { type EnvironmentWork, loadEnvironment, type Place } from './environment-work.context.ts'
import { requireHealthy } from './health/require-healthy.remote.ts'
import { startApps } from './live-apps.remote.ts'
import { type LiveService, openLiveService } from './live-service.remote.ts'
import type { FrozenService } from './release.schemas.ts'
import { labelNames, labelsOf, volumeName } from './server-names.policy.ts'

export interface LiveVolume extends Place {
  readonly serverId: Id<'srv'>
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
}

type Context = Pick<StepContext<EnvironmentSubject>, 'run' | 'signal' | 'fence'>

export interface LiveVolumes {
  open(place: Place, serviceId: Id<'svc'>): Promise<LiveVolume>
  ensureVolume(runtime: Runtime, of: LiveVolume, volume: string, signal: AbortSignal): Promise<string>
  /**
   * When it returns, all containers of the service and of those that share its volumes run with the volumes in the rows
   * and are healthy. Until then, none runs. Other apps of the environment that were stopped are started too.
   */
  follow(context: Context, runtime: Runtime, of: LiveVolume): Promise<void>
}

export function createLiveVolumes(work: EnvironmentWork): LiveVolumes {
  return {
    async open({ organizationId, environmentId }, id) {
      const { liveServerId: serverId } = await loadEnvironment(work, { organizationId, environmentId })
      const { services } = await work.records.desired(organizationId, environmentId)
      const service = services.find((each) => each.id === id)
      if (serverId === null || service === undefined)
        throw new PermanentError('database_not_deployed', "The service with this volume isn't on a server.", {
          hint: 'Deploy the environment first.',
        })
      return { organizationId, environmentId, serverId, service: { id, name: service.name } }
    },
    async ensureVolume(runtime, { organizationId, environmentId, service }, volume, signal) {
      const name = volumeName(service.id, volume)
      await runtime.ensureVolume({ name, labels: labelsOf({ organizationId, environmentId, service }) }, { signal })
      return name
    },
    async follow(context, runtime, { service, ...place }) {
      const { signal } = context
      const users = await openUsers(work, place, service)
      for (const live of users) await stopOthers(runtime, live, signal)
      for (const live of users)
        for (const slot of slotsOf(live)) await runtime.startContainer(appContainer(live.options, slot), { signal })
      // The containers have new addresses now, and their health can depend on the other apps.
      if (users.length > 0) await startApps(work, context, runtime)
      for (const live of users)
        for (const slot of slotsOf(live)) await requireHealthy(work, runtime, { live, slot, signal })
    },
  }
}

/** Opens the service first, then those that share its volumes. Read only now, because the row may just have changed. */
async function openUsers(work: EnvironmentWork, place: Place, owner: LiveVolume['service']): Promise<LiveService[]> {
  const { live } = await work.records.desired(place.organizationId, place.environmentId)
  const isUser = ({ serviceId, configuration }: FrozenService) =>
    serviceId === owner.id || configuration.volumes.some(({ service }) => service === owner.name)
  const users: LiveService[] = []
  for (const { serviceId } of (live?.services ?? []).filter(isUser)) {
    const opened = await openLiveService(work, place, (each) => each.serviceId === serviceId)
    // A service that starts later reads the row.
    if (typeof opened === 'string' || !isAppKind(opened.options.service.kind)) continue
    if (serviceId === owner.id) users.unshift(opened)
    else users.push(opened)
  }
  return users
}

function slotsOf({ options }: LiveService): number[] {
  return Array.from({ length: options.service.configuration.replicas }, (_, slot) => slot)
}

/** Stops all containers before the first new one starts, so no two of them see different data. */
async function stopOthers(runtime: Runtime, { options }: LiveService, signal: AbortSignal): Promise<void> {
  const { service } = options
  const wanted = appContainer(options, 0).volumes.map((each) => each.name)
  const labels = {
    [labelNames.serviceId]: encodeId('svc', service.serviceId),
    [labelNames.role]: 'app',
  }
  const found = await runtime.listContainers(labels, { signal })
  const others = found.filter(({ volumes = [] }) => wanted.some((name) => !volumes.includes(name)))
  const graceSeconds = stopGraceOf(service)
  await Promise.all(others.map(({ name }) => runtime.stopContainer(name, { signal, graceSeconds })))
}
