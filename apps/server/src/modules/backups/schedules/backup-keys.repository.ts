/** The only file that names `backup_keys`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { BackupKeys } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'

export type BackupKeyRow = Omit<Selectable<BackupKeys>, 'id' | 'organization_id'> & {
  id: Id<'bkk'>
  organization_id: OrganizationId
}

export interface NewBackupKey {
  id: Id<'bkk'>
  recipient: string
  sealedIdentity: string
  restoreTestPublicKey: string
  sealedProofKey: string
}

/** Returns the existing key when another transaction inserted one first. */
export async function insertBackupKey(
  tx: Tx,
  organizationId: OrganizationId,
  key: NewBackupKey,
): Promise<BackupKeyRow> {
  await tx
    .insertInto('backup_keys')
    .values({
      id: key.id,
      organization_id: organizationId,
      recipient: key.recipient,
      sealed_identity: key.sealedIdentity,
      proof_public_key: key.restoreTestPublicKey,
      sealed_proof_key: key.sealedProofKey,
    })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  const row = await findBackupKey(tx, organizationId)
  if (row === undefined) throw new Error('the key was not stored')
  return row
}

export async function findBackupKey(tx: Tx, organizationId: OrganizationId): Promise<BackupKeyRow | undefined> {
  const row = await tx
    .selectFrom('backup_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row === undefined ? undefined : row
}

/** Records only the first export. */
export async function markBackupKeyExported(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx
    .updateTable('backup_keys')
    .set({ exported_at: sql`coalesce(exported_at, now())` })
    .where('organization_id', '=', organizationId)
    .execute()
}
