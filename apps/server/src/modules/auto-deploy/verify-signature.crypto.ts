/**
 * Checks whether the sender of a delivery knows the secret. It compares the raw bytes in constant time before anything
 * is parsed, and a valid signature never makes up for an invalid one.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'
import { headerOf, type WebhookHeaders } from './webhook-headers.policy.ts'

export interface SignedDelivery {
  readonly kind: ProviderKind
  readonly headers: WebhookHeaders
  readonly body: Buffer
}

/** Standard Webhooks: a message outside this window can be a replay. */
const toleranceMs = 5 * 60_000

export function isSigned(delivery: SignedDelivery, secret: Secret, nowMs = Date.now()): boolean {
  const proofs = proofsOf(delivery, secret, nowMs)
  return proofs.length > 0 && proofs.every((holds) => holds)
}

/** Returns the result for each signature in the request. */
function proofsOf(delivery: SignedDelivery, secret: Secret, nowMs: number): boolean[] {
  const { kind, headers, body } = delivery
  let known: Buffer | undefined
  const digest = () => {
    known ??= createHmac('sha256', createSecretKey(secret.revealBytes())).update(body).digest()
    return known
  }
  const given = (name: string, check: (value: string) => boolean) => {
    const value = headerOf(headers, name)
    return value === undefined ? [] : [check(value)]
  }
  const isHex = (value: string) => isDigest(value, digest())
  const isPrefixed = (value: string) => value.startsWith('sha256=') && isHex(value.slice('sha256='.length))
  switch (kind) {
    case 'github':
      return given('x-hub-signature-256', isPrefixed)
    case 'gitea':
      return [
        ...given('x-gitea-signature', isHex),
        ...given('x-forgejo-signature', isHex),
        ...given('x-hub-signature-256', isPrefixed),
      ]
    case 'bitbucket':
      return given('x-hub-signature', isPrefixed)
    case 'gitlab':
      return [
        ...given('x-gitlab-token', (value) => secret.equals(value)),
        ...given('webhook-signature', (value) => isStandardSignature(value, delivery, { secret, nowMs })),
      ]
  }
}

function isDigest(hex: string, expected: Buffer): boolean {
  return /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}

/**
 * Format: `v1,<base64>`, several separated by spaces, over ID, timestamp, and body. The key is the base64-decoded
 * secret.
 */
function isStandardSignature(
  value: string,
  { headers, body }: SignedDelivery,
  { secret, nowMs }: { secret: Secret; nowMs: number },
): boolean {
  const id = headerOf(headers, 'webhook-id') ?? ''
  const time = headerOf(headers, 'webhook-timestamp') ?? ''
  const isNow = /^\d{9,11}$/.test(time) && Math.abs(nowMs - Number(time) * 1_000) <= toleranceMs
  const key = Buffer.from(secret.reveal(), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  const signatures = value.split(' ').slice(0, 5)
  const isOurs = signatures.some((each) => {
    const bytes = Buffer.from(each.startsWith('v1,') ? each.slice('v1,'.length) : '', 'base64')
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  return isOurs && isNow && id !== ''
}
