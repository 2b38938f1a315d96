/**
 * Starts a restore: checks its preconditions and that nothing blocks it, and writes its row, run and first event
 * together.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { tryLock } from '../../../platform/durable/locks.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { platformProblems } from '../../../platform/errors/platform-problems.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  addDatabase,
  type EnvironmentRow,
  environmentProblems,
  listServices,
  ownVolumes,
  requireChangeableEnvironment,
  requireEnvironment,
  requireIdleEnvironment,
  type ServiceRow,
} from '../../environments/index.ts'
import { type DatabaseKind, isDatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import { requireConnectedServer } from '../../servers/index.ts'
import { firstVolume } from '../../workloads/index.ts'
import { environmentLock } from '../archives/backups.references.ts'
import { type BackupRow, findBackup } from '../archives/backups.repository.ts'
import { lockRestorable } from '../archives/lock-restorable-backup.query.ts'
import { environmentLocked } from '../archives/start-backup.action.ts'
import { Manifest } from '../engines/manifest.schemas.ts'
import { restoredVolume } from './restored-volume.policy.ts'
import { publishRestore, publishRestoreUpdated } from './restores.events.ts'
import { restoreProblems } from './restores.problems.ts'
import { restoreBackup } from './restores.references.ts'
import { insertRestore, type RestoreRow } from './restores.repository.ts'
import type { RestoreBody } from './restores.schemas.ts'

interface Wanted {
  environmentId: Id<'env'>
  backupId: Id<'bkp'>
  body: RestoreBody
  sealer: Sealer
}

export async function startRestore(tx: Tx, actor: Actor, wanted: Wanted): Promise<RestoreRow> {
  const { organizationId } = actor
  const { environmentId, body } = wanted
  // Check existence first, then the state: another organization's backup must look like a missing one.
  await requireEnvironment(tx, organizationId, environmentId)
  const backup = await requireRestorable(tx, actor, wanted)
  const environment = await requireReadyEnvironment(tx, actor, environmentId)
  if (body.confirm !== environment.name) throw new AppError(restoreProblems.restore_not_confirmed)
  const isInPlace = body.target === 'inPlace'
  const service = isInPlace
    ? await requireService(tx, actor, { environmentId, backup, body })
    : await addService(tx, actor, { ...wanted, backup })
  const hasSafetyBackup = isInPlace && body.safetyBackup
  const input = { environmentId, hasSafetyBackup }
  const runId = await startRun(tx, { workflow: restoreBackup, key: environmentId, input, organizationId })
  const lock = await tryLock(tx, environmentLock(environmentId, 'exclusive'), { runId, organizationId })
  if (!lock.granted) throw environmentLocked(lock.holders)
  const row = await insertRestore(tx, organizationId, {
    id: brandId<'rst'>(runId),
    runId,
    environmentId,
    serviceId: service.id,
    source: 'backup',
    backupId: backup.id,
    target: isInPlace ? 'in_place' : 'new_service',
    volume: backup.volume,
    newVolume: isInPlace ? restoredVolume(runId, backup.volume ?? firstVolume) : firstVolume,
    createdBy: actor.userId,
  })
  await recordAudit(tx, actor, {
    action: 'environment.restore_requested',
    targetKind: 'environment',
    targetId: environmentId,
    detail: {
      restoreId: encodeId('rst', row.id),
      backupId: encodeId('bkp', backup.id),
      service: service.name,
      ...(backup.volume === null ? {} : { volume: backup.volume }),
      target: body.target,
      safetyBackup: hasSafetyBackup,
    },
  })
  await publishRestore(tx, organizationId, row)
  await publishRestoreUpdated(tx, organizationId, { row, action: 'queued' })
  return row
}

/** Required before data is replaced: the environment runs, and nothing else is changing it. */
export async function requireReadyEnvironment(
  tx: Tx,
  { organizationId }: Actor,
  id: Id<'env'>,
): Promise<EnvironmentRow> {
  const row = await requireChangeableEnvironment(tx, organizationId, id)
  if (row.live_deployment_id === null || row.live_server_id === null)
    throw new AppError(environmentProblems.environment_not_deployed)
  if (row.stopped_at !== null) throw new AppError(environmentProblems.environment_stopped)
  await requireIdleEnvironment(tx, row)
  await requireConnectedServer(tx, organizationId, row.live_server_id)
  return row
}

async function requireRestorable(tx: Tx, actor: Actor, { environmentId, backupId, body }: Wanted): Promise<BackupRow> {
  const { organizationId } = actor
  const own = await findBackup(tx, organizationId, { id: backupId, environmentId })
  // A backup of a deleted environment can be restored into any other.
  const backup = own ?? (await lockRestorable(tx, actor, backupId))
  if (backup.status !== 'succeeded') throw new AppError(restoreProblems.backup_not_restorable)
  if (backup.engine === 'volume' && body.target === 'newService')
    throw new AppError(restoreProblems.restore_not_supported)
  return backup
}

async function requireService(
  tx: Tx,
  { organizationId }: Actor,
  { environmentId, backup, body }: { environmentId: Id<'env'>; backup: BackupRow; body: RestoreBody },
): Promise<ServiceRow> {
  const services = await listServices(tx, organizationId, [environmentId])
  const isSame = ({ kind, configuration }: ServiceRow) =>
    backup.volume === null
      ? kind === backup.engine
      : ownVolumes(configuration).some(({ name }) => name === backup.volume)
  const fitting = services.filter(isSame)
  if (backup.environment_id !== null) {
    const service = fitting.find(({ id }) => id === backup.service_id)
    if (service === undefined) throw new AppError(restoreProblems.restore_target_gone)
    return service
  }
  const [service, ...others] = fitting.filter(({ id }) => body.serviceId === undefined || id === body.serviceId)
  if (service === undefined || others.length > 0) throw new AppError(restoreProblems.restore_service_unknown)
  return service
}

function defaultsOf(serviceName: string, serviceKind: DatabaseKind): ServiceRow['configuration'] {
  const { name: _name, kind: _kind, ...configuration } = ServiceBody.parse({ name: serviceName, kind: serviceKind })
  return configuration
}

/**
 * Copies the settings of the backup's service if it still exists, of another one of its kind, or the defaults; with the
 * backup's version, because an older engine can't read the dump.
 */
async function addService(
  tx: Tx,
  { organizationId }: Actor,
  { environmentId, body, sealer, backup }: Wanted & { backup: BackupRow },
): Promise<ServiceRow> {
  const services = await listServices(tx, organizationId, [environmentId])
  const name = body.serviceName ?? `${backup.service_name.slice(0, 50)}-restored`
  if (services.some((each) => each.name === name)) {
    const errors = [
      { pointer: '/serviceName', code: 'taken', message: `"${name}" is already the name of another service` },
    ]
    throw new AppError(platformProblems.validation_failed, undefined, { errors })
  }
  const like =
    services.find(({ id }) => id === backup.service_id) ?? services.find(({ kind }) => kind === backup.engine)
  const kind = like?.kind ?? backup.engine
  if (kind === 'volume' || !isDatabaseKind(kind)) throw new AppError(restoreProblems.restore_target_gone)
  const configuration = like?.configuration ?? defaultsOf(name, kind)
  const { engineImage } = Manifest.parse(backup.manifest)
  const engineVersion = /:([0-9][0-9A-Za-z.-]{0,30})(?:@|$)/.exec(engineImage)?.[1] ?? configuration.engineVersion
  return await addDatabase(tx, organizationId, {
    environment_id: environmentId,
    name,
    position: services.length,
    kind,
    configuration: { ...configuration, engineVersion },
    sealer,
  })
}
