/** Checks once an hour that the audit logs still match what was signed, then signs their current end. */
import type { Database } from '../../platform/database/database.ts'
import { type AnchorKey, isSignedBy, signAnchor } from './audit-anchor.crypto.ts'
import { insertAnchor, listAnchors, listUnanchoredHeads, type StoredAnchor } from './audit-anchors.system-repository.ts'

export interface BrokenAnchor {
  readonly organizationId: string
  readonly seq: number
}

export async function anchorAudit(
  database: Database,
  keys: readonly AnchorKey[],
): Promise<{ anchored: number; broken: BrokenAnchor[] }> {
  const [current] = keys
  if (current === undefined) throw new Error('no key to sign with')
  return await database.system(async (tx) => {
    const broken = brokenAmong(await listAnchors(tx, { newestOnly: true }), keys)
    const isBroken = new Set(broken.map(({ organizationId }) => organizationId))
    let anchored = 0
    for (const head of await listUnanchoredHeads(tx)) {
      // A rewritten log isn't signed, so the last good anchor stays the newest.
      if (isBroken.has(head.organizationId)) continue
      await insertAnchor(tx, head, { keyId: current.id, signature: signAnchor(current, head) })
      anchored += 1
    }
    return { anchored, broken }
  })
}

/** Checks all anchors, for a thorough verification. */
export async function findBrokenAnchors(database: Database, keys: readonly AnchorKey[]): Promise<BrokenAnchor[]> {
  return brokenAmong(await listAnchors(database.systemDb, { newestOnly: false }), keys)
}

/** Anchors of a retired key can't be checked. */
function brokenAmong(anchors: readonly StoredAnchor[], keys: readonly AnchorKey[]): BrokenAnchor[] {
  const isBroken = (anchor: StoredAnchor) => {
    const key = keys.find(({ id }) => id === anchor.keyId)
    if (key === undefined) return false
    return anchor.loggedHash?.equals(anchor.hash) !== true || !isSignedBy(key, anchor, anchor.signature)
  }
  return anchors.filter(isBroken).map(({ organizationId, seq }) => ({ organizationId, seq }))
}
