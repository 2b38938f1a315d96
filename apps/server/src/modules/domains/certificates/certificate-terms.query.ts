/** Validity periods of the certificates of a server's hostnames, custom ones and those of the authority. */
import { X509Certificate } from 'node:crypto'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { listRoutesAt } from '../routing/attached-hostnames.query.ts'
import type { RouteRow } from '../routing/routes.repository.ts'
import { listCertificatesOfServer } from './certificates.repository.ts'

export interface CertificateTerm {
  environmentId: Id<'env'>
  hostname: string
  beginsAt: Date
  endsAt: Date
}

export async function listCertificateTerms(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<CertificateTerm[]> {
  const kept = await listCertificatesOfServer(tx, organizationId, serverId)
  const byName = new Map(kept.map((row) => [row.hostname, row]))
  const routes = await listRoutesAt(tx, organizationId, serverId)
  return routes.flatMap((route) => {
    const { environmentId, hostname } = route
    if (route.tls === 'custom') return customTerm(route)
    const found = byName.get(hostname)
    if (route.tls !== 'auto' || !found?.not_before || !found.not_after) return []
    return [{ environmentId, hostname, beginsAt: found.not_before, endsAt: found.not_after }]
  })
}

/** An unreadable certificate is reported when it is uploaded. */
function customTerm({ environmentId, hostname, certificate }: RouteRow): CertificateTerm[] {
  try {
    const { validFrom, validTo } = new X509Certificate(certificate ?? '')
    return [{ environmentId, hostname, beginsAt: new Date(validFrom), endsAt: new Date(validTo) }]
  } catch {
    return []
  }
}
