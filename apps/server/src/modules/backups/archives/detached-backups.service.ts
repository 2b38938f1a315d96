/** Backups whose environment was deleted. They belong to the organization until a person deletes them. */
import type { Actor } from '../../../platform/access/actor.ts'
import { requireVersion } from '../../../platform/access/require-version.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { type Page, toPage } from '../../../platform/pagination/page.schemas.ts'
import { type AuditVerb, recordAudit } from '../../audit/index.ts'
import { requireUnlocked } from './archive-lock.policy.ts'
import { toBackup, toBriefBackup } from './backup.mapper.ts'
import { publishBackupUpdated } from './backups.events.ts'
import { backupProblems } from './backups.problems.ts'
import {
  type BackupRow,
  findBackup,
  isBeingRestored,
  listDetachedBackups,
  lockDetachedBackup,
} from './backups.repository.ts'
import type { Backup, DetachedBackupsQuery } from './backups.schemas.ts'
import { downloadBackup } from './calls/download-backup.definition.ts'
import { keepBackupInTrash } from './keep-backup-in-trash.action.ts'

export type DetachedBackupsService = ReturnType<typeof createDetachedBackupsService>

export function createDetachedBackupsService(options: {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'stream'>
}) {
  const { database, clock, link } = options
  return {
    async list(
      { organizationId }: Actor,
      { cursor, limit, destinationId }: DetachedBackupsQuery,
    ): Promise<Page<Backup>> {
      const page = { before: cursor, limit, destinationId }
      const rows = await database.tenant(organizationId, (tx) => listDetachedBackups(tx, organizationId, page))
      return toPage(rows.map(toBriefBackup), limit)
    },
    async get(actor: Actor, id: Id<'bkp'>): Promise<Backup> {
      return toBackup(await database.tenant(actor.organizationId, (tx) => requireDetached(tx, actor, id)))
    },
    remove: (actor: Actor, id: Id<'bkp'>): Promise<Backup> =>
      database.tenant(actor.organizationId, (tx) => requestRemoval(tx, actor, { id, now: clock.now() })),
    async download(actor: Actor, id: Id<'bkp'>, signal: AbortSignal) {
      const { organizationId } = actor
      await database.tenant(organizationId, async (tx) => {
        const row = await requireDetached(tx, actor, id)
        if (row.status !== 'succeeded') throw new AppError(backupProblems.backup_not_available)
        await audit(tx, actor, { row, action: 'downloaded' })
      })
      const call = { organizationId, actorId: actor.userId, signal }
      return await link.stream(downloadBackup, { backupId: id, isPlain: false }, call)
    },
  }
}

async function requestRemoval(tx: Tx, actor: Actor, { id, now }: { id: Id<'bkp'>; now: Date }): Promise<Backup> {
  const { organizationId } = actor
  const row = await lockDetachedBackup(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  if (row.finished_at === null) throw new AppError(backupProblems.backup_not_finished)
  requireUnlocked(row, now)
  if (await isBeingRestored(tx, organizationId, id)) throw new AppError(backupProblems.backup_in_use)
  await keepBackupInTrash(tx, actor, { row, projectId: null })
  await audit(tx, actor, { row, action: 'deletion_requested' })
  const change = { id, environmentId: null, projectId: null, action: 'deletion_requested' }
  await publishBackupUpdated(tx, organizationId, [change])
  return toBackup(row)
}

async function requireDetached(tx: Tx, { organizationId }: Actor, id: Id<'bkp'>): Promise<BackupRow> {
  const row = await findBackup(tx, organizationId, { id })
  if (row === undefined || row.environment_id !== null) throw notFound()
  return row
}

async function audit(
  tx: Tx,
  actor: Actor,
  { row, action }: { row: BackupRow; action: AuditVerb<'backup'> },
): Promise<void> {
  const { id, service_name: service, environment_name: environment, project_name: project } = row
  const detail = { service, environment, project, ...(row.volume === null ? {} : { volume: row.volume }) }
  await recordAudit(tx, actor, { action: `backup.${action}`, targetKind: 'backup', targetId: id, detail })
}
