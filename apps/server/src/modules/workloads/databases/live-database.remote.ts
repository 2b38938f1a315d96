/**
 * A database of the live release, for modules that fill another volume for it: its location on the server, and the switch
 * to a volume. The row records which volume is current and the container follows it, so an interrupted switch can be
 * repeated.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { type DatabaseKind, isDatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { type EnvironmentWork, loadEnvironment, type Place } from '../environment-work.context.ts'
import { databaseContainerName, labelNames, labelsOf, volumeName } from '../server-names.policy.ts'
import type { DesiredService } from '../workloads.context.ts'
import {
  type DescribedDatabase,
  databaseContainer,
  readyWithinMs,
  waitUntilReady,
} from './database-container.remote.ts'
import { databaseImage } from './database-images.policy.ts'

export interface LiveDatabase extends Omit<DescribedDatabase, 'image' | 'reference' | 'volume' | 'service'> {
  readonly service: DescribedDatabase['service'] & { readonly kind: DatabaseKind }
  readonly serverId: Id<'srv'>
  readonly password: Secret
}

export interface EngineImage {
  readonly image: string
  readonly reference: string
}

export interface LiveDatabases {
  open(place: Place, serviceId: Id<'svc'>): Promise<LiveDatabase>
  /**
   * Returns the image that wrote the data: the one of its container, or, without a container, the one that a deployment
   * would start.
   */
  imageOf(runtime: Runtime, database: LiveDatabase, signal: AbortSignal): Promise<EngineImage>
  /** Ensures that the image is on the server, and pulls it if necessary. */
  obtainImage(
    runtime: Runtime,
    at: { organizationId: OrganizationId; reference: string },
    signal: AbortSignal,
  ): Promise<EngineImage>
  ensureVolume(runtime: Runtime, database: LiveDatabase, volume: string, signal: AbortSignal): Promise<string>
  /**
   * When it returns, the database runs with this volume and accepts connections. The other container with its name is
   * stopped first, with time to flush its data.
   */
  startWith(
    runtime: Runtime,
    database: LiveDatabase,
    at: EngineImage & { volume: string },
    signal: AbortSignal,
  ): Promise<void>
}

export function createLiveDatabases(work: Pick<EnvironmentWork, 'database' | 'records' | 'clock'>): LiveDatabases {
  const { records } = work
  const obtainImage: LiveDatabases['obtainImage'] = async (runtime, { organizationId, reference }, signal) => {
    const found = await runtime.findImage(reference, { signal })
    if (found !== null) return { image: found.id, reference }
    const credential = await records.openRegistry(organizationId, reference)
    return { image: (await runtime.pull(reference, { signal, credential })).id, reference }
  }
  return {
    obtainImage,
    open: (place, serviceId) => openDatabase(work, place, serviceId),
    async imageOf(runtime, { organizationId, service }, signal) {
      const known = await runtime.inspectContainer(databaseContainerName(service.serviceId), { signal })
      const reference = known?.labels[labelNames.engine] ?? databaseImage(service.kind, service.configuration)
      return await obtainImage(runtime, { organizationId, reference }, signal)
    },
    async ensureVolume(runtime, { organizationId, environmentId, service }, volume, signal) {
      const id = service.serviceId
      const name = volumeName(id, volume)
      const labels = labelsOf({ organizationId, environmentId, service: { id, name: service.name } })
      await runtime.ensureVolume({ name, labels }, { signal })
      return name
    },
    async startWith(runtime, database, { image, reference, volume }, signal) {
      const spec = databaseContainer({ ...database, image, reference, volume })
      await runtime.startContainer(spec, { signal })
      const { name } = spec
      const unready = await waitUntilReady(work, runtime, {
        name,
        kind: database.service.kind,
        access: database.access,
        signal,
      })
      if (unready === null) return
      throw new PermanentError(
        'database_not_ready',
        `${database.service.name} didn't accept connections within ${readyWithinMs / 1_000} s.`,
        { hint: 'Check its log.' },
      )
    },
  }
}

async function openDatabase(
  work: Pick<EnvironmentWork, 'database' | 'records'>,
  place: Place,
  serviceId: Id<'svc'>,
): Promise<LiveDatabase> {
  const { organizationId, environmentId } = place
  const state = await loadEnvironment(work, place)
  const { live, services } = await work.records.desired(organizationId, environmentId)
  const service = live?.services.find((each) => each.serviceId === serviceId) ?? asFrozen(services, serviceId)
  if (service === undefined || !isDatabaseKind(service.kind) || state.liveServerId === null)
    throw new PermanentError('database_not_deployed', 'No deployment has started this database yet.', {
      hint: 'Deploy the environment first.',
    })
  const { password, ...login } = await work.records.openCredentials(organizationId, serviceId)
  const access = { ...login, host: service.name, password: password.reveal() }
  const { kind } = service
  return {
    organizationId,
    environmentId,
    serverId: state.liveServerId,
    service: { ...service, kind },
    access,
    password,
  }
}

/** Describes a database that the next deployment will start, so its volume can be filled before. */
function asFrozen(services: readonly DesiredService[], serviceId: Id<'svc'>): DescribedDatabase['service'] | undefined {
  const service = services.find((each) => each.id === serviceId)
  return service === undefined ? undefined : { ...service, serviceId }
}
