/**
 * Password hashes of protected hostnames, in the form that the proxy checks: scrypt, once per unknown sign-in; it
 * remembers successful ones by a keyed hash for some minutes.
 */
import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoredSignIn } from './sign-ins.schemas.ts'

/** Same parameters as in the proxy. */
const cost = { N: 1 << 14, r: 8, p: 1 }
const hashBytes = 32
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

export async function hashSignIn(given: { username: string; password: string }): Promise<StoredSignIn> {
  const salt = randomBytes(16)
  const hash = await derive(given.password, salt, hashBytes, cost)
  return { username: given.username, salt: salt.toString('base64'), hash: hash.toString('base64') }
}
