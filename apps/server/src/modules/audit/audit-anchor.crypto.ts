/**
 * An anchor records the end of an organization's audit log, signed with a key that only the worker has. Someone with
 * all database privileges can rewrite the log but can't sign the new one.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'

export interface AnchorKey {
  readonly id: string
  readonly key: Buffer
}

export interface Anchored {
  readonly organizationId: OrganizationId
  readonly seq: number
  readonly hash: Buffer
}

/** The current key comes first, as in the identities. `ids` are the key IDs of the unsealer. */
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
