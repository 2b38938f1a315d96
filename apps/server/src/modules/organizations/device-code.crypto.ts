/**
 * Codes of a device sign-in. The device code has 256 random bits. The user code is short, so it is hashed with a key that
 * isn't in the database, and attempts are limited.
 */
import { createHmac, randomInt } from 'node:crypto'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'

/** Without vowels, so that no words appear, and without letters that look like digits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

/** Eight of 20 letters: 34 bits. */
export function newUserCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** People type spaces, hyphens and small letters. */
export function hashUserCode(master: Secret, typed: string): Buffer {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return createHmac('sha256', deriveKey(master, 'device-sign-in', 'user_code', 1))
    .update(letters)
    .digest()
}

/** The API token of an approval. Only this instance can derive it, and only with the device code. */
export function deviceToken(master: Secret, deviceCode: string): string {
  const key = deriveKey(master, 'device-sign-in', 'api_token', 1)
  return `lgs_${createHmac('sha256', key).update(deviceCode).digest('base64url')}`
}
