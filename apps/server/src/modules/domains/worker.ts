/** Front door of the domains module on the worker's side. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findDomain } from './domains.repository.ts'

/** Whether an authority may be asked: the hostname is proven, leads here and CAA allows it. Failed orders count against limits. */
export async function canTryCertificate(tx: Tx, organizationId: OrganizationId, domainId: Id<'dom'>): Promise<boolean> {
  return (await findDomain(tx, organizationId, domainId))?.may_issue ?? false
}
