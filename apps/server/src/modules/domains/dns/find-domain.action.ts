/** Finds or adds domains for modules that attach hostnames. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { apexOf } from '../../../platform/dns/public-suffix.policy.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { requireQuota } from '../../organizations/index.ts'
import { countDomains, type DomainRow, findDomain, findDomainsByHostname, insertDomain } from './domains.repository.ts'

/** 404 also for a domain of another organization. */
export async function requireDomain(tx: Tx, organizationId: OrganizationId, id: Id<'dom'>): Promise<DomainRow> {
  const row = await findDomain(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

/**
 * Reveals nothing about other organizations. Ownership is decided when the domain is verified, and the first check
 * shows the result.
 */
export async function findOrAddDomain(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<DomainRow> {
  const [known] = await findDomainsByHostname(tx, organizationId, [hostname])
  return known ?? (await addDomain(tx, organizationId, hostname)) ?? (await findAgain(tx, organizationId, hostname))
}

/** Returns undefined when it already exists. */
export async function addDomain(
  tx: Tx,
  organizationId: OrganizationId,
  hostname: string,
): Promise<DomainRow | undefined> {
  const apexDomain = apexOf(hostname)
  if (apexDomain === undefined) throw new TypeError('a hostname that nobody can own got past its schema')
  await requireQuota(tx, organizationId, { name: 'domains', count: () => countDomains(tx, organizationId) })
  return await insertDomain(tx, organizationId, { hostname, apexDomain })
}

async function findAgain(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<DomainRow> {
  const [row] = await findDomainsByHostname(tx, organizationId, [hostname])
  if (row === undefined) throw new Error('the domain was there and is gone within one transaction')
  return row
}
