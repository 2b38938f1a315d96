/** Secret keys of S3 stores and of the organization's archives. They are sealed, and only the worker opens them. */
import { defineSealedColumn } from '../../../platform/secrets/sealed-column.ts'

export const destinationSecret = defineSealedColumn({
  table: 'backup_destinations',
  idColumn: 'id',
  column: 'sealed_secret',
  organizationColumn: 'organization_id',
})

export const backupIdentity = defineSealedColumn({
  table: 'backup_keys',
  idColumn: 'id',
  column: 'sealed_identity',
  organizationColumn: 'organization_id',
})

export const proofKey = defineSealedColumn({
  table: 'backup_keys',
  idColumn: 'id',
  column: 'sealed_proof_key',
  organizationColumn: 'organization_id',
})
