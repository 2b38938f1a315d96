/** Codes that people type: short, so they are stored with a slow hash or tried only a few times. */
import { randomInt } from 'node:crypto'

export function newCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0')
}

/** Ten characters of 31 possible: 49 bits, tried at most five times per sign-in. */
export function newRecoveryCode(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  const letters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
