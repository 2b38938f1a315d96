/** Notification about a restore test. Call it before publishing events. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import type { BackupRow } from '../archives/backups.repository.ts'
import type { ProofStatement } from './proof.schemas.ts'

export async function notifyVerification(
  tx: Tx,
  organizationId: OrganizationId,
  { row, environmentId, statement }: { row: BackupRow; environmentId: Id<'env'>; statement: ProofStatement },
): Promise<void> {
  const { tables, rows, differences } = statement
  const backup = { id: statement.backupId, service: row.service_name, volume: row.volume, kind: row.kind }
  const isPassed = statement.outcome === 'passed'
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `backup_proof:${statement.outcome}:${row.id}`,
    payload: (place) =>
      isPassed
        ? { event: 'backup_proven', ...place, backup, tables, rows }
        : { event: 'backup_proof_failed', ...place, backup, differences },
  })
}
