/** Requests verifications of backups. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { busyKeys } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { recordAudit } from '../../audit/index.ts'
import { requireChangeableEnvironment } from '../../environments/index.ts'
import { toBackup } from '../archives/backup.mapper.ts'
import { publishBackupUpdated } from '../archives/backups.events.ts'
import { backupProblems } from '../archives/backups.problems.ts'
import { findBackup } from '../archives/backups.repository.ts'
import type { Backup } from '../archives/backups.schemas.ts'
import { startVerification } from './start-verification.action.ts'
import { verificationProblems } from './verification.problems.ts'
import { verifyBackup } from './verification.references.ts'

export interface VerificationService {
  verify(actor: Actor, at: { id: Id<'env'>; bid: Id<'bkp'> }): Promise<Backup>
}

export function createVerificationService({ database }: { database: Database }): VerificationService {
  return {
    verify: (actor, { id: environmentId, bid: backupId }) =>
      createOnce(database, actor, async (tx) => {
        const { organizationId } = actor
        const environment = await requireChangeableEnvironment(tx, organizationId, environmentId)
        const row = await findBackup(tx, organizationId, { id: backupId, environmentId })
        if (row === undefined) throw notFound()
        if (row.status !== 'succeeded') throw new AppError(backupProblems.backup_not_available)
        if (environment.live_server_id === null && environment.server_id === null)
          throw new AppError(verificationProblems.restore_test_without_server)
        if ((await busyKeys(tx, verifyBackup, [environmentId])).size > 0)
          throw new AppError(verificationProblems.restore_test_running)
        await startVerification(tx, organizationId, { environmentId, backupId })
        await recordAudit(tx, actor, {
          action: 'environment.proof_requested',
          targetKind: 'environment',
          targetId: environmentId,
          detail: { backupId: encodeId('bkp', backupId) },
        })
        const { project_id: projectId } = environment
        await publishBackupUpdated(tx, organizationId, [
          { id: backupId, environmentId, projectId, action: 'proof_requested' },
        ])
        return toBackup(row)
      }),
  }
}
