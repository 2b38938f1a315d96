/**
 * Quota check for modules with counted resources: locks the organization, counts, and rejects what would be too many.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { organizationProblems } from './organizations.problems.ts'
import { lockOrganization } from './organizations.repository.ts'
import { effectiveQuotas, type QuotaName } from './quotas.policy.ts'

export async function requireQuota(
  tx: Tx,
  organizationId: OrganizationId,
  quota: { name: QuotaName; count: () => Promise<number> },
): Promise<void> {
  const organization = await lockOrganization(tx, organizationId)
  if (organization === undefined) throw notFound()
  const allowed = effectiveQuotas(organization.quotas)[quota.name]
  if ((await quota.count()) >= allowed)
    throw new AppError(organizationProblems.quota_exceeded, `The quota allows ${allowed} ${quota.name}.`)
}
