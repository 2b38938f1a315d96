/** Stores what a proxy reports about its certificates, and writes only changes. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import {
  type CertificateChange,
  type CertificateRow,
  listCertificatesOfServer,
  removeCertificates,
  saveCertificates,
  scheduleCertificateCheck,
} from './certificates.repository.ts'
import { nextCertificateCheckInMs } from './next-check.policy.ts'

/** Returns the hostnames whose state changed. */
export async function recordCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, found, now }: { serverId: Id<'srv'>; found: readonly CertificateChange[]; now: Date },
): Promise<string[]> {
  const known = new Map(
    (await listCertificatesOfServer(tx, organizationId, serverId)).map((row) => [row.hostname, row]),
  )
  const changes = found.filter((each) => !isSame(known.get(each.hostname), each))
  const names = new Set(found.map(({ hostname }) => hostname))
  const gone = [...known.keys()].filter((hostname) => !names.has(hostname))
  await saveCertificates(tx, organizationId, { serverId, changes })
  await removeCertificates(tx, organizationId, { serverId, hostnames: gone })
  const changed = new Set(changes.map(({ hostname }) => hostname))
  const sinceMs = ({ hostname }: CertificateChange) =>
    changed.has(hostname) ? 0 : now.getTime() - (known.get(hostname)?.updated_at.getTime() ?? 0)
  const delays = found.flatMap((each) => nextCertificateCheckInMs(each, now, sinceMs(each)) ?? [])
  await scheduleCertificateCheck(tx, organizationId, {
    serverId,
    inMs: delays.length === 0 ? null : Math.min(...delays),
  })
  return [...changed, ...gone]
}

function isSame(row: CertificateRow | undefined, change: CertificateChange): boolean {
  if (row === undefined) return false
  const stored: CertificateChange = {
    hostname: row.hostname,
    status: row.status,
    mayIssue: row.may_issue,
    issuer: row.issuer,
    notBefore: row.not_before,
    notAfter: row.not_after,
    renewAt: row.renew_at,
    nextTryAt: row.next_try_at,
    lastError: row.last_error,
    steps: row.steps,
  }
  return inOrder(stored) === inOrder(change)
}

/** PostgreSQL returns JSON members in its own order, so both sides are sorted for the comparison. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
}
