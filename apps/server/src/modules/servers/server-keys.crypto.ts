/** Generates and accepts keys in the API: the private half stays in memory only until it is sealed. */
import { randomUUIDv7 } from 'node:crypto'
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf, defineSealedColumn } from '../../platform/secrets/sealed-column.ts'
import { generateSshKey, readSshKey, SshKeyError, type SshKeyFault } from '../../platform/secrets/ssh-key.ts'
import type { NewServerKey, ServerKeyState } from './server-keys.repository.ts'

export const serverPrivateKey = defineSealedColumn({
  table: 'server_keys',
  idColumn: 'id',
  column: 'sealed_private_key',
  organizationColumn: 'organization_id',
})
export const serverPassphrase = defineSealedColumn({
  table: 'server_keys',
  idColumn: 'id',
  column: 'sealed_passphrase',
  organizationColumn: 'organization_id',
})

interface KeyRequest {
  serverId: Id<'srv'>
  organizationId: OrganizationId
  state: ServerKeyState
  /** If it is missing, a new Ed25519 key is generated. */
  given?: { privateKey: string; passphrase?: string | undefined } | undefined
}

/** Returns a new key or the given one, sealed. Throws 422 for a key that must not be used for a server. */
export async function sealServerKey(sealer: Sealer, request: KeyRequest): Promise<NewServerKey> {
  const { serverId, organizationId, state, given } = request
  const id = randomUUIDv7()
  const pair = given === undefined ? generateSshKey() : readGiven(given)
  const passphrase = given?.passphrase
  return {
    id,
    serverId,
    state,
    isGenerated: given === undefined,
    // The comment shows readers of authorized_keys where the line comes from.
    publicKey: `${pair.publicKey} longshore-${encodeId('srv', serverId)}`,
    sealedPrivateKey: await sealer.seal(contextOf(serverPrivateKey, id, organizationId), pair.privateKey),
    sealedPassphrase:
      passphrase === undefined ? null : await sealer.seal(contextOf(serverPassphrase, id, organizationId), passphrase),
  }
}

const faults: Record<SshKeyFault, { pointer: string; message: string }> = {
  not_a_private_key: {
    pointer: '/privateKey',
    message: "isn't a private key. Paste the whole file, including its first and last line",
  },
  is_public_key: { pointer: '/privateKey', message: 'is a public key. Paste the private key (the file without .pub)' },
  passphrase_needed: { pointer: '/passphrase', message: 'is required: the key is encrypted' },
  passphrase_wrong: { pointer: '/passphrase', message: "doesn't unlock the key" },
  unsupported_type: { pointer: '/privateKey', message: 'has an unsupported type. Use Ed25519, ECDSA, or RSA' },
  too_short: { pointer: '/privateKey', message: 'is too short. RSA keys need 3072 bits, or use Ed25519' },
}

function readGiven(given: { privateKey: string; passphrase?: string | undefined }) {
  try {
    return readSshKey(given.privateKey, given.passphrase)
  } catch (error) {
    if (!(error instanceof SshKeyError)) throw error
    const { pointer, message } = faults[error.fault]
    throw new AppError(platformProblems.validation_failed, undefined, {
      errors: [{ pointer, code: error.fault, message }],
    })
  }
}
