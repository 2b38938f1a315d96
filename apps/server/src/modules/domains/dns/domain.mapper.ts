import { domainToUnicode } from 'node:url'
import type { Id } from '../../../platform/ids/brand.ts'
import type { CertificateState } from '../certificates/certificates.schemas.ts'
import { challengeValue } from './domain-challenge.crypto.ts'
import type { DomainRow } from './domains.repository.ts'
import type { Domain } from './domains.schemas.ts'
import { expectedRecords } from './evaluate-domain.policy.ts'
import { challengeName } from './hostname.policy.ts'

export interface DomainContext {
  instanceId: string
  isTxtRequired: boolean
  environmentId: Id<'env'> | null
  certificate: CertificateState | undefined
  /** IP addresses that the hostname should point to. */
  addresses: readonly string[]
}

const noCertificate: CertificateState = {
  status: 'none',
  issuer: null,
  notBefore: null,
  notAfter: null,
  renewAt: null,
  retryAt: null,
  lastError: null,
  steps: [],
}

export function toDomain(row: DomainRow, around: DomainContext): Domain {
  const { hostname } = row
  const { isTxtRequired, addresses } = around
  const txtName = challengeName(hostname)
  const txtValue = challengeValue(around.instanceId, { organizationId: row.organization_id, hostname })
  return {
    id: row.id,
    hostname,
    unicodeHostname: domainToUnicode(hostname),
    apexDomain: row.apex_domain,
    status: row.status,
    routing: row.routing,
    cdn: row.cdn,
    verification: {
      isTxtRequired,
      txtName,
      txtValue,
      verifiedBy: row.proof,
      verifiedAt: row.proven_at,
      records: row.findings?.records ?? expectedRecords({ hostname, addresses, txtName, txtValue, isTxtRequired }),
      resolvers: row.findings?.answers ?? [],
      nameservers: row.findings?.nameservers ?? [],
    },
    certificate: around.certificate ?? noCertificate,
    canIssueCertificate: row.may_issue,
    environmentId: around.environmentId,
    attempts: row.attempts,
    lastCheckedAt: row.last_checked_at,
    nextCheckAt: row.next_check_at,
    error: row.problem,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
