/**
 * Codes that people type. They are short, so they are hashed with a key that isn't in the database, and only a few
 * tries are allowed.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'

export function newCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0')
}

/** The hash is bound to the purpose of the code and to the row that counts its tries. */
export function hashCode(master: Secret, id: string, code: string): string {
  const key = deriveKey(master, 'one-time-code', 'verify_email', 1)
  return createHmac('sha256', key).update(`${id}\0${code}`).digest('base64url')
}

export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Ten characters from an alphabet of 31 give 49 bits, and each sign-in allows at most five tries. */
export function newRecoveryCode(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  const letters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
