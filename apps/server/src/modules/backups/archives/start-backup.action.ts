/** Starts a backup: its row, its run, and its first event, in the caller's transaction. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { type LockHolder, tryLock } from '../../../platform/durable/locks.ts'
import { startHeldRun, startRun } from '../../../platform/durable/runs.ts'
import type { RunId } from '../../../platform/durable/workflow-ref.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { appendRunEvents } from '../../../platform/events/publish.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { listServices, ownVolumes } from '../../environments/index.ts'
import { isDatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { toRunEvent } from './backup.mapper.ts'
import { backupProblems } from './backups.problems.ts'
import { backUp, environmentLock } from './backups.references.ts'
import { type BackupRow, insertBackup } from './backups.repository.ts'
import type { BackupKind } from './backups.schemas.ts'

export interface NewBackupRequest {
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
  /** Name of a volume of an app. Omitted for the data of a database. */
  volume?: string
  kind: BackupKind
  createdBy: Id<'usr'> | null
  /** Run of the caller, which holds the environment lock and waits for this backup. */
  heldBy?: RunId
}

interface BackedUp {
  serviceId: Id<'svc'>
  serviceName: string
  volume: string | null
}

/** Lists what can be backed up in an environment: databases, and volumes of apps. */
export async function listBackupSubjects(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<BackedUp[]> {
  const services = await listServices(tx, organizationId, [environmentId])
  return services.flatMap(({ id: serviceId, name: serviceName, kind, configuration }): BackedUp[] =>
    isDatabaseKind(kind)
      ? [{ serviceId, serviceName, volume: null }]
      : ownVolumes(configuration).map(({ name }) => ({ serviceId, serviceName, volume: name })),
  )
}

/** The run queues for its lock. This publishes on the run's own stream; the caller publishes `backup_updated` last. */
export async function startBackup(
  tx: Tx,
  organizationId: OrganizationId,
  request: NewBackupRequest,
): Promise<{ backupId: Id<'bkp'>; runId: Id<'run'>; row: BackupRow }> {
  const { environmentId, serviceId, volume = null, kind, createdBy, heldBy } = request
  const service = (await listServices(tx, organizationId, [environmentId])).find(({ id }) => id === serviceId)
  if (service === undefined) throw notFound()
  const isDatabase = isDatabaseKind(service.kind)
  const hasVolume = ownVolumes(service.configuration).some(({ name }) => name === volume)
  if (isDatabase !== (volume === null) || (!isDatabase && !hasVolume))
    throw new AppError(backupProblems.nothing_to_back_up)
  const subject = {
    workflow: backUp,
    input: { environmentId, serviceId, isHeld: heldBy !== undefined },
    organizationId,
  }
  const runId =
    heldBy === undefined
      ? await startRun(tx, { ...subject, key: serviceId })
      : await startHeldRun(tx, { ...subject, heldBy })
  const backupId = brandId<'bkp'>(runId)
  const row = await insertBackup(tx, organizationId, {
    ...{ id: backupId, runId, environmentId, serviceId, volume, kind, createdBy },
    serviceName: service.name,
    engine: isDatabaseKind(service.kind) ? service.kind : 'volume',
  })
  await appendRunEvents(tx, { runId, organizationId, events: [toRunEvent(row)] })
  return { backupId, runId, row }
}

/** For requests of people: reports who holds the environment exclusively instead of waiting. */
export async function requireSharedEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, runId }: { environmentId: Id<'env'>; runId: Id<'run'> },
): Promise<void> {
  const lock = await tryLock(tx, environmentLock(environmentId, 'shared'), { runId, organizationId })
  if (!lock.granted) throw environmentLocked(lock.holders)
}

const doing: Readonly<Record<string, string>> = {
  backup: 'a backup', 'restore-backup': 'a restore', 'undo-restore': 'the undo of a restore', 'import-sql': 'an import',
  deploy: 'its move to another server',
} // biome-ignore format: a table

/** Names the lock holder and since when it holds the lock. */
export function environmentLocked(holders: readonly LockHolder[]): AppError {
  const [first] = holders
  if (first === undefined) return new AppError(backupProblems.environment_locked)
  const what = doing[first.kind] ?? first.kind
  const text = `The environment has been in use by ${what} since ${first.since.toISOString()}.`
  return new AppError(backupProblems.environment_locked, text, {
    extra: { heldBy: holders.map(({ kind, since, granted }) => ({ kind, since: since.toISOString(), granted })) },
  })
}
