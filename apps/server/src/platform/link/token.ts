/**
 * Capability tokens: a token allows one call with exactly these arguments for this organization, once, within seconds.
 *
 * Single use needs no store that outlives the worker: a token names the boot id of its worker, which the API learns
 * when it connects. A worker remembers tokens until they expire; after a restart it has another boot id, so it refuses
 * tokens for its predecessor. Expiry is measured by the worker's clock, which the API also learns when it connects, so
 * clocks don't have to agree.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets/derive.ts'
import type { Secret } from '../secrets/secret.ts'

export const tokenLifetimeMs = 30_000

const Claims = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  boot: z.string().max(64),
  call: z.string().max(100),
  argsSha256: z.string().length(64),
  organizationId: z.uuid().nullable(),
  actorId: z.string().max(100).nullable(),
  expiresAt: z.int(),
  deadlineMs: z.int().positive(),
})
export type TokenClaims = z.infer<typeof Claims>

export type TokenRefusal = 'forged' | 'other_boot' | 'other_call' | 'expired' | 'replayed' | 'other_arguments'

export interface TokenKeys {
  token: Buffer
  hello: Buffer
}

/** Derives one key per purpose, so that a signature for one is never valid for the other. */
export function tokenKeysOf(linkKey: Secret): TokenKeys {
  return { token: deriveKey(linkKey, 'link', 'token', 0), hello: deriveKey(linkKey, 'link', 'hello', 0) }
}

export function signToken(keys: TokenKeys, claims: TokenClaims): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${hmac(keys.token, payload).toString('base64url')}`
}

/** Checks everything that the worker can check before it has read the arguments. */
export function verifyToken(
  keys: TokenKeys,
  token: string,
  expected: { boot: string; call: string; nowMs: number },
): TokenClaims | TokenRefusal {
  const [payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSame(hmac(keys.token, payload), Buffer.from(signature, 'base64url'))) return 'forged'
  const claims = parseClaims(payload)
  if (claims === undefined) return 'forged'
  if (claims.boot !== expected.boot) return 'other_boot'
  if (claims.call !== expected.call) return 'other_call'
  const leftMs = claims.expiresAt - expected.nowMs
  // A token too far ahead is refused as well, because the worker would forget it before it expires.
  if (leftMs <= 0 || leftMs > tokenLifetimeMs) return 'expired'
  return claims
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface Hello {
  boot: string
  nowMs: number
}

/** Proves that the worker has the key, for a nonce that the API chose. */
export function signHello(keys: TokenKeys, nonce: string, hello: Hello): string {
  return hmac(keys.hello, JSON.stringify([nonce, hello.boot, hello.nowMs])).toString('base64url')
}

export function isHelloValid(keys: TokenKeys, nonce: string, hello: Hello, proof: string): boolean {
  return isSame(Buffer.from(signHello(keys, nonce, hello)), Buffer.from(proof))
}

function parseClaims(payload: string): TokenClaims | undefined {
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
