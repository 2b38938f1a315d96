import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { publishDomainUpdated } from '../dns/domains.events.ts'
import { findDomainsByHostname } from '../dns/domains.repository.ts'

/** Publishes domains whose certificate changed. Call it last in the transaction. */
export async function publishCertificateChanges(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<void> {
  for (const { id } of await findDomainsByHostname(tx, organizationId, hostnames))
    await publishDomainUpdated(tx, organizationId, { id, action: 'certificate_changed' })
}
