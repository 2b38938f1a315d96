import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { deletedBy, keepInTrash } from '../../trash/index.ts'
import type { BackupRow } from './backups.repository.ts'

/** The archive stays in its storage location. Checked by the caller: nothing reads the backup right now. */
export async function keepBackupInTrash(
  tx: Tx,
  actor: Actor,
  { row, projectId }: { row: BackupRow; projectId: Id<'prj'> | null },
): Promise<void> {
  const name = `${row.service_name} from ${row.created_at.toISOString().slice(0, 16).replace('T', ' ')}`
  await keepInTrash(tx, actor.organizationId, {
    ...{ kind: 'backup', subjectId: row.id, name, projectId },
    environmentId: row.environment_id,
    sizeBytes: row.size_bytes,
    by: deletedBy(actor),
  })
}
