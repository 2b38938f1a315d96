/**
 * Access tokens are EdDSA JWTs, valid for fifteen minutes and signed with a key derived from the instance's key. Every
 * request also checks in the database that the session is still open, so revocation takes effect at once.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { after, type Clock, minuteMs } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decodeId, encodeId } from '../../platform/ids/type-id.ts'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { newToken } from '../../platform/secrets/token.ts'

const lifetimeMs = 15 * minuteMs
const audience = 'longshore-api'
const type = 'at+jwt'
const maxCached = 10_000

export interface AccessTokens {
  issue(userId: Id<'usr'>, sessionId: Id<'ses'>): Promise<{ accessToken: string; expiresAt: Date }>
  /** Returns undefined unless this instance issued the token and it is still valid. */
  read(token: string): Promise<{ userId: Id<'usr'>; sessionId: Id<'ses'> } | undefined>
}

interface Claims {
  userId: Id<'usr'>
  sessionId: Id<'ses'>
  expiresAtMs: number
}

export function createAccessTokens(options: { master: Secret; issuer: string; clock: Clock }): AccessTokens {
  const { issuer, clock } = options
  const seed = deriveKey(options.master, 'access-token', 'ed25519', 1)
  // This is the PKCS #8 prefix of an Ed25519 private key.
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  // Verifying a signature costs more than the rest of a small request, so verified claims are cached. The session is
  // looked up every time anyway.
  const checked = new Map<string, Claims>()
  return {
    async issue(userId, sessionId) {
      const now = clock.now()
      const expiresAt = after(clock, lifetimeMs)
      const accessToken = await new SignJWT({ sid: encodeId('ses', sessionId) })
        .setProtectedHeader({ alg: 'EdDSA', typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(encodeId('usr', userId))
        .setJti(newToken().token)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { accessToken, expiresAt }
    },
    async read(token) {
      if (token.length > 1_024) return undefined
      const known = checked.get(token)
      if (known !== undefined && known.expiresAtMs > clock.now().getTime()) return known
      const claims = await verify(token, { publicKey, issuer, now: clock.now() })
      if (claims === undefined) return undefined
      if (checked.size >= maxCached) checked.clear()
      checked.set(token, claims)
      return claims
    },
  }
}

async function verify(
  token: string,
  options: { publicKey: ReturnType<typeof createPublicKey>; issuer: string; now: Date },
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, options.publicKey, {
      algorithms: ['EdDSA'],
      typ: type,
      audience,
      issuer: options.issuer,
      requiredClaims: ['exp', 'iat', 'sub', 'sid', 'jti'],
      maxTokenAge: lifetimeMs / 1_000,
      currentDate: options.now,
    })
    const userId = typeof payload.sub === 'string' ? decodeId('usr', payload.sub) : undefined
    const sessionId = typeof payload.sid === 'string' ? decodeId('ses', payload.sid) : undefined
    if (userId === undefined || sessionId === undefined || payload.exp === undefined) return undefined
    return { userId, sessionId, expiresAtMs: payload.exp * 1_000 }
  } catch {
    return undefined
  }
}
