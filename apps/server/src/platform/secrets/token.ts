/** Random one-time tokens: 256 bits, so a plain hash is enough to store. */
import { createHash, randomBytes } from 'node:crypto'

export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
