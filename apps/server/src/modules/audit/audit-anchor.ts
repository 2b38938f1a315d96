/**
 * An anchor says where the audit log of an organization stood, signed with a key that only the worker has. Who rewrites the log
 * with every right on the database cannot sign the new one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'

export interface AnchorKey {
  readonly id: string
  readonly key: Buffer
}

export interface Anchored {
  readonly organizationId: string
  readonly seq: number
  readonly hash: Buffer
}

/** Current first, like the identities; `ids` are those of the unsealer. */
export function createAnchorKeys(identities: readonly Secret[], ids: readonly { keyId: string }[]): AnchorKey[] {
  return identities.flatMap((identity, index) => {
    const id = ids[index]?.keyId
    return id === undefined ? [] : [{ id, key: deriveKey(identity, 'audit-anchor', id, 0) }]
  })
}

export function signAnchor({ key }: AnchorKey, { organizationId, seq, hash }: Anchored): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([organizationId, seq, hash.toString('hex')]))
    .digest()
}

export function isSignedBy(key: AnchorKey, anchored: Anchored, signature: Buffer): boolean {
  const wanted = signAnchor(key, anchored)
  return signature.length === wanted.length && timingSafeEqual(signature, wanted)
}
