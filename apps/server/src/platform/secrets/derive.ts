/**
 * Secrets that the API must check itself (TOTP, incoming webhook signatures) are derived instead of stored: the
 * database has nothing to steal, and a new generation creates a new secret.
 */
import { createSecretKey, hkdfSync } from 'node:crypto'
import type { Secret } from './secret.ts'

const minimumMasterBytes = 32
const maximumBytes = 64
const salt = 'longshore/derive/v1'

/** HKDF-SHA256. The same four inputs give the same bytes; JSON keeps ('a', 'bc') and ('ab', 'c') apart. */
export function deriveKey(master: Secret, purpose: string, subject: string, generation: number, bytes = 32): Buffer {
  if (master.byteLength < minimumMasterBytes) throw new RangeError('the master key is shorter than 256 bits')
  if (purpose === '' || subject === '') throw new RangeError('purpose and subject are required')
  if (!Number.isSafeInteger(generation) || generation < 0) throw new RangeError('generation is not a count')
  if (!Number.isInteger(bytes) || bytes < 16 || bytes > maximumBytes) throw new RangeError('bytes must be 16 to 64')
  const info = JSON.stringify([purpose, subject, generation])
  // Pass a key object: for plain bytes Node detects the type with an exception, which costs more than the derivation.
  return Buffer.from(hkdfSync('sha256', createSecretKey(master.revealBytes()), salt, info, bytes))
}
