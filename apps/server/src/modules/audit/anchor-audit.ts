/** Once an hour: looks whether the audit logs still are what was signed, and signs where they stand now. */
import type { Database } from '../../platform/database/database.ts'
import { type AnchorKey, isSignedBy, signAnchor } from './audit-anchor.ts'
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
      // A log that was rewritten is not signed: the last good anchor stays the newest one.
      if (isBroken.has(head.organizationId)) continue
      await insertAnchor(tx, head, { keyId: current.id, signature: signAnchor(current, head) })
      anchored += 1
    }
    return { anchored, broken }
  })
}

/** Every anchor there is, for one who looks closely. */
export async function findBrokenAnchors(database: Database, keys: readonly AnchorKey[]): Promise<BrokenAnchor[]> {
  return brokenAmong(await listAnchors(database.systemDb, { newestOnly: false }), keys)
}

/** One of a key that is retired says nothing any more. */
function brokenAmong(anchors: readonly StoredAnchor[], keys: readonly AnchorKey[]): BrokenAnchor[] {
  const isBroken = (anchor: StoredAnchor) => {
    const key = keys.find(({ id }) => id === anchor.keyId)
    if (key === undefined) return false
    return anchor.loggedHash?.equals(anchor.hash) !== true || !isSignedBy(key, anchor, anchor.signature)
  }
  return anchors.filter(isBroken).map(({ organizationId, seq }) => ({ organizationId, seq }))
}
