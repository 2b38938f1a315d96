/** Backups as the API offers them. Workflow runs in the worker do the work. */
import type { Actor } from '../../../platform/access/actor.ts'
import { requireVersion } from '../../../platform/access/require-version.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { requestCancel } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { type Page, toPage } from '../../../platform/pagination/page.schemas.ts'
import { requireRecentSignIn } from '../../accounts/index.ts'
import { type AuditVerb, recordAudit } from '../../audit/index.ts'
import {
  type EnvironmentRow,
  environmentProblems,
  requireChangeableEnvironment,
  requireEnvironment,
} from '../../environments/index.ts'
import { organizationProblems } from '../../organizations/index.ts'
import { requireUnlocked } from './archive-lock.policy.ts'
import { toBackup, toBriefBackup } from './backup.mapper.ts'
import { publishBackupUpdated } from './backups.events.ts'
import { backupProblems } from './backups.problems.ts'
import { type BackupRow, findBackup, isBeingRestored, listBackups } from './backups.repository.ts'
import type { Backup, BackupsQuery, TriggerBackupBody, TriggeredBackups } from './backups.schemas.ts'
import { downloadBackup } from './calls/download-backup.definition.ts'
import { keepBackupInTrash } from './keep-backup-in-trash.action.ts'
import { listBackupSubjects, requireSharedEnvironment, startBackup } from './start-backup.action.ts'

export interface BackupPlace {
  id: Id<'env'>
  bid: Id<'bkp'>
}

export interface BackupsOptions {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'stream'>
  /** Returns whether the environment has backup settings. */
  hasConfig(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<boolean>
  /** Creates backup settings when there is nothing to choose. */
  ensureDefaultConfig(actor: Actor, environmentId: Id<'env'>): Promise<void>
}

export type BackupsService = ReturnType<typeof createBackupsService>

export function createBackupsService(options: BackupsOptions) {
  const { database } = options
  return {
    async list(actor: Actor, id: Id<'env'>, query: BackupsQuery): Promise<Page<Backup>> {
      const { organizationId } = actor
      const { cursor: before, limit, serviceId, status, kind } = query
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        return await listBackups(tx, organizationId, { environmentId: id, before, limit, serviceId, status, kind })
      })
      return toPage(rows.map(toBriefBackup), limit)
    },
    async get(actor: Actor, place: BackupPlace): Promise<Backup> {
      return toBackup(await database.tenant(actor.organizationId, (tx) => requireBackup(tx, actor, place)))
    },
    async trigger(actor: Actor, id: Id<'env'>, body: TriggerBackupBody): Promise<TriggeredBackups> {
      if (await needsConfig(options, actor, id)) await options.ensureDefaultConfig(actor, id)
      return await createOnce(database, actor, (tx) => triggerBackups(tx, actor, { id, body, options }))
    },
    cancel: (actor: Actor, place: BackupPlace): Promise<Backup> =>
      database.tenant(actor.organizationId, (tx) => cancelBackup(tx, actor, place)),
    remove: (actor: Actor, place: BackupPlace): Promise<Backup> =>
      database.tenant(actor.organizationId, (tx) => requestRemoval(tx, actor, { place, now: options.clock.now() })),
    download: (actor: Actor, place: BackupPlace, wanted: { isPlain: boolean; signal: AbortSignal }) =>
      download(options, actor, { place, ...wanted }),
  }
}

/**
 * Returns true only for a backup that would start. Otherwise the error names what is missing, and nothing is created.
 */
async function needsConfig(
  { database, hasConfig }: BackupsOptions,
  { organizationId }: Actor,
  id: Id<'env'>,
): Promise<boolean> {
  return await database.tenant(organizationId, async (tx) => {
    const environment = await requireEnvironment(tx, organizationId, id)
    const isRunning = environment.live_deployment_id !== null && environment.stopped_at === null
    if (!isRunning || (await hasConfig(tx, organizationId, id))) return false
    return (await listBackupSubjects(tx, organizationId, id)).length > 0
  })
}

async function triggerBackups(
  tx: Tx,
  actor: Actor,
  { id, body, options }: { id: Id<'env'>; body: TriggerBackupBody; options: BackupsOptions },
): Promise<TriggeredBackups> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const all = await listBackupSubjects(tx, organizationId, id)
  const subjects = all.filter(({ serviceId }) => body.serviceId === undefined || serviceId === body.serviceId)
  if (subjects.length === 0) throw new AppError(backupProblems.nothing_to_back_up)
  if (environment.live_deployment_id === null) throw new AppError(environmentProblems.environment_not_deployed)
  if (environment.stopped_at !== null) throw new AppError(environmentProblems.environment_stopped)
  if (!(await options.hasConfig(tx, organizationId, id))) throw new AppError(backupProblems.backup_destination_missing)
  const rows: BackupRow[] = []
  for (const { serviceId, volume } of subjects) {
    const about = { environmentId: id, serviceId, ...(volume === null ? {} : { volume }) }
    const begun = await startBackup(tx, organizationId, { ...about, kind: 'manual', createdBy: actor.userId })
    await requireSharedEnvironment(tx, organizationId, { environmentId: id, runId: begun.runId })
    rows.push(begun.row)
  }
  await announce(tx, actor, { environment, rows, action: 'requested' })
  return { items: rows.map(toBriefBackup) }
}

async function cancelBackup(tx: Tx, actor: Actor, place: BackupPlace): Promise<Backup> {
  const known = await requireBackup(tx, actor, place)
  if (known.status === 'cancelled') return toBackup(known)
  const answer = await requestCancel(tx, known.run_id)
  if (answer !== 'requested' && answer !== 'already_requested')
    throw new AppError(backupProblems.backup_already_finished)
  const environment = await requireEnvironment(tx, actor.organizationId, place.id)
  if (answer === 'requested') await announce(tx, actor, { environment, rows: [known], action: 'cancel_requested' })
  return toBackup(known)
}

async function requestRemoval(
  tx: Tx,
  actor: Actor,
  { place, now }: { place: BackupPlace; now: Date },
): Promise<Backup> {
  const { organizationId } = actor
  const row = await requireBackup(tx, actor, place)
  requireVersion(actor, row.version)
  if (row.finished_at === null) throw new AppError(backupProblems.backup_not_finished)
  requireUnlocked(row, now)
  const environment = await requireEnvironment(tx, organizationId, place.id)
  if (await isBeingRestored(tx, organizationId, row.id)) throw new AppError(backupProblems.backup_in_use)
  await keepBackupInTrash(tx, actor, { row, projectId: environment.project_id })
  await announce(tx, actor, { environment, rows: [row], action: 'deletion_requested' })
  return toBackup(row)
}

async function download(
  { database, clock, link }: BackupsOptions,
  actor: Actor,
  { place, isPlain, signal }: { place: BackupPlace; isPlain: boolean; signal: AbortSignal },
) {
  const { organizationId } = actor
  await database.tenant(organizationId, async (tx) => {
    const row = await requireBackup(tx, actor, place)
    if (isPlain) {
      if (actor.kind === 'token') throw new AppError(organizationProblems.person_required)
      requireRecentSignIn(clock, actor)
    }
    if (row.status !== 'succeeded') throw new AppError(backupProblems.backup_not_available)
    // The audit entry is written before the first byte leaves, so every download leaves a trace.
    await audit(tx, actor, { row, action: isPlain ? 'downloaded_plain' : 'downloaded' })
  })
  const options = { organizationId, actorId: actor.userId, signal }
  return await link.stream(downloadBackup, { backupId: place.bid, isPlain }, options)
}

async function requireBackup(tx: Tx, { organizationId }: Actor, { id, bid }: BackupPlace): Promise<BackupRow> {
  const row = await findBackup(tx, organizationId, { id: bid, environmentId: id })
  if (row === undefined) throw notFound()
  return row
}

async function announce(
  tx: Tx,
  actor: Actor,
  {
    environment,
    rows,
    action,
  }: { environment: EnvironmentRow; rows: readonly BackupRow[]; action: AuditVerb<'backup'> },
): Promise<void> {
  for (const row of rows) await audit(tx, actor, { row, action })
  const { id: environmentId, project_id: projectId } = environment
  await publishBackupUpdated(
    tx,
    actor.organizationId,
    rows.map(({ id }) => ({ id, environmentId, projectId, action })),
  )
}

async function audit(
  tx: Tx,
  actor: Actor,
  { row, action }: { row: BackupRow; action: AuditVerb<'backup'> },
): Promise<void> {
  const { id, service_name: service, volume, environment_id: environmentId } = row
  const place = environmentId === null ? {} : { environmentId: encodeId('env', environmentId) }
  const detail = { service, ...(volume === null ? {} : { volume }), ...place }
  await recordAudit(tx, actor, { action: `backup.${action}`, targetKind: 'backup', targetId: id, detail })
}
