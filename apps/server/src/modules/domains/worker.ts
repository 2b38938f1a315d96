/** Front door of the domains module on the worker's side. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { publishDomainUpdated } from './domains.events.ts'
import { findDomain, findDomainsByHostname } from './domains.repository.ts'

/** Whether an authority may be asked: the hostname is proven, leads here and CAA allows it. Failed orders count against limits. */
export async function canTryCertificate(tx: Tx, organizationId: OrganizationId, domainId: Id<'dom'>): Promise<boolean> {
  return (await findDomain(tx, organizationId, domainId))?.may_issue ?? false
}

/** Their certificates are others now, or in another state. Call it last in the transaction. */
export async function tellOfCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<void> {
  for (const { id } of await findDomainsByHostname(tx, organizationId, hostnames))
    await publishDomainUpdated(tx, organizationId, { id, action: 'certificate_changed' })
}
