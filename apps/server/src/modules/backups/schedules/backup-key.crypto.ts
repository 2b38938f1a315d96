/** An organization's backup key, created on first use and opened for a single use. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { createSealer } from '../../../platform/secrets/seal.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { generateIdentity, type Unsealer } from '../../../platform/secrets/unseal.ts'
import { type BackupKeyRow, findBackupKey, insertBackupKey } from './backup-keys.repository.ts'
import { backupIdentity, proofKey } from './sealed-values.crypto.ts'

export interface BackupKeyTools {
  readonly database: Database
  readonly unsealer: Unsealer
}

export interface OpenedBackupKey {
  id: Id<'bkk'>
  readonly recipient: string
  /** Age identity that opens every archive of the organization. */
  readonly identity: Secret
  /** Ed25519 key that signs the results of restore tests. */
  readonly proofKey: KeyObject
  readonly restoreTestPublicKey: string
}

/** Returns the public row, which contains no plain secret. */
export async function ensureBackupKey(tools: BackupKeyTools, organizationId: OrganizationId): Promise<BackupKeyRow> {
  const { database, unsealer } = tools
  const known = await database.tenant(organizationId, (tx) => findBackupKey(tx, organizationId))
  if (known !== undefined) return known
  const id = newId('bkk')
  const { identity, recipient } = await generateIdentity()
  const signing = generateKeyPairSync('ed25519')
  const sealer = createSealer(unsealer.keys[0].recipient)
  const key = {
    id,
    recipient,
    sealedIdentity: await sealer.seal(contextOf(backupIdentity, id, organizationId), identity),
    restoreTestPublicKey: signing.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sealedProofKey: await sealer.seal(
      contextOf(proofKey, id, organizationId),
      signing.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
  }
  return await database.tenant(organizationId, (tx) => insertBackupKey(tx, organizationId, key))
}

export async function openBackupKey(tools: BackupKeyTools, organizationId: OrganizationId): Promise<OpenedBackupKey> {
  const { unsealer } = tools
  const row = await ensureBackupKey(tools, organizationId)
  const signing = await unsealer.unseal(contextOf(proofKey, row.id, organizationId), row.sealed_proof_key)
  return {
    id: row.id,
    recipient: row.recipient,
    identity: await unsealer.unseal(contextOf(backupIdentity, row.id, organizationId), row.sealed_identity),
    proofKey: createPrivateKey(signing.reveal()),
    restoreTestPublicKey: row.proof_public_key,
  }
}
