/** Brings a deleted domain back. */
import { requireQuota } from '../../organizations/index.ts'
import { subjectOf, type TrashHandler } from '../../trash/index.ts'
import { publishDomainUpdated } from './domains.events.ts'
import { countDomains, isHostnameHeld } from './domains.repository.ts'

export const trashedDomains: TrashHandler = {
  async prepare(tx, organizationId, { name: hostname }) {
    await requireQuota(tx, organizationId, { name: 'domains', count: () => countDomains(tx, organizationId) })
    // After its reservation, another organization can own the name, so the ownership is checked again.
    const isHeld = await isHostnameHeld(tx, organizationId, hostname)
    return isHeld ? {} : { domains: { proof: null, proven_at: null, proof_missing_since: null } }
  },
  announce: (tx, organizationId, item) =>
    publishDomainUpdated(tx, organizationId, { id: subjectOf(item, 'dom'), action: 'restored' }),
}
