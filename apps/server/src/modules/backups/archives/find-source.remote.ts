/** Locates the data of a backup: a running database, or a volume of an app. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { findEnvironmentState } from '../../environments/index.ts'
import { databaseContainerName, labelNames } from '../../workloads/worker.ts'
import type { BackupRow } from './backups.repository.ts'
import { problem, type Subject } from './workflow/backup.context.ts'
import type { BackupDeps } from './workflow/backup-tools.context.ts'

export interface Source {
  readonly serverId: Id<'srv'>
  /** ID of the image on the server, and its reference. */
  readonly image: string
  readonly reference: string
}

export async function findSource(
  deps: BackupDeps,
  subject: Subject,
  { volume, signal }: { volume: BackupRow['volume']; signal: AbortSignal },
): Promise<Source> {
  const { organizationId, environmentId, serviceId } = subject
  if (volume !== null) return await findVolume(deps, subject, signal)
  const { serverId } = await deps.databases.open({ organizationId, environmentId }, serviceId)
  const name = databaseContainerName(serviceId)
  const container = await deps.runtimes.use(
    organizationId,
    serverId,
    (runtime) => runtime.inspectContainer(name, { signal }),
    signal,
  )
  if (container?.state !== 'running') throw problem('backup_database_not_running')
  const { image } = container
  return { serverId, image, reference: container.labels[labelNames.engine] ?? image }
}

/** Any image of the environment works, because the container is never started. */
async function findVolume(deps: BackupDeps, subject: Subject, signal: AbortSignal): Promise<Source> {
  const { organizationId, environmentId, serviceId } = subject
  const serverId = await liveServerOf(deps, organizationId, environmentId)
  if (serverId === null) throw problem('backup_database_not_running')
  const labels = { [labelNames.environment]: encodeId('env', environmentId) }
  const containers = await deps.runtimes.use(
    organizationId,
    serverId,
    (runtime) => runtime.listContainers(labels, { signal }),
    signal,
  )
  const isIts = (each: (typeof containers)[number]) => each.labels[labelNames.serviceId] === encodeId('svc', serviceId)
  const container = containers.find(isIts) ?? containers[0]
  if (container === undefined) throw problem('backup_database_not_running')
  return { serverId, image: container.image, reference: container.image }
}

export async function liveServerOf(
  { database }: Pick<BackupDeps, 'database'>,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<Id<'srv'> | null> {
  const state = await database.tenant(organizationId, (tx) => findEnvironmentState(tx, organizationId, environmentId))
  return state?.liveServerId ?? null
}
