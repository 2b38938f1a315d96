/** Reads certificates for the API. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { explainCertificateProblem } from './certificate-problems.policy.ts'
import { type CertificateRow, findCertificates, type StoredError } from './certificates.repository.ts'
import { type CertificateState, CertificateStep } from './certificates.schemas.ts'

/** Omits hostnames for which no certificate was requested. */
export async function readCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<(CertificateState & { hostname: string })[]> {
  const rows = await findCertificates(tx, organizationId, hostnames)
  return rows.map((row) => ({ hostname: row.hostname, ...toState(row) }))
}

function toState(row: CertificateRow): CertificateState {
  return {
    // The certificate can have expired since the last check.
    status: row.not_after !== null && row.not_after < new Date() ? 'expired' : row.status,
    issuer: row.issuer,
    notBefore: row.not_before,
    notAfter: row.not_after,
    renewAt: row.renew_at,
    retryAt: row.next_try_at,
    lastError: row.last_error === null ? null : toProblem(row.last_error),
    steps: row.steps.flatMap((step) => CertificateStep.safeParse(step).data ?? []),
  }
}

function toProblem({ code, message }: StoredError): CertificateState['lastError'] {
  return { code, detail: message, ...explainCertificateProblem(code) }
}
