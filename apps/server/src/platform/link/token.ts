/**
 * Capability tokens: a token allows one call with exactly these arguments for this organization, once, within seconds.
 *
 * One-use without a store that outlives the worker: a token names the boot of the worker it is for, which the api learns
 * when it connects. A worker remembers the tokens it has seen until they expire; after a restart it is another boot, so
 * what was sent to its predecessor is refused altogether. Expiry is counted by the worker's clock, which the api also
 * learns when it connects, so clocks need not agree.
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

/** One key each: a proof of one kind is never one of the other. */
export function tokenKeysOf(linkKey: Secret): TokenKeys {
  return { token: deriveKey(linkKey, 'link', 'token', 0), hello: deriveKey(linkKey, 'link', 'hello', 0) }
}

export function signToken(keys: TokenKeys, claims: TokenClaims): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${hmac(keys.token, payload).toString('base64url')}`
}

/** What the worker can say before it has read the arguments. */
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
  // Too far ahead is refused as well: the worker forgets a token that long.
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

/** The worker proves that it holds the key, for a nonce of the api's choice. */
export function proveHello(keys: TokenKeys, nonce: string, hello: Hello): string {
  return hmac(keys.hello, JSON.stringify([nonce, hello.boot, hello.nowMs])).toString('base64url')
}

export function isHelloProven(keys: TokenKeys, nonce: string, hello: Hello, proof: string): boolean {
  return isSame(Buffer.from(proveHello(keys, nonce, hello)), Buffer.from(proof))
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
