/**
 * Notifies about certificates that an authority refused, once for each hostname and reason. Alerts cover expiring ones.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import { listAttachedHostnames } from '../routing/attached-hostnames.query.ts'
import { explainCertificateProblem } from './certificate-problems.policy.ts'

interface Change {
  hostname: string
  status: string
  lastError: { code: string; message: string } | null
}

/** Call it before publishing events. */
export async function notifyFailedCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, changes, changed }: { serverId: Id<'srv'>; changes: readonly Change[]; changed: readonly string[] },
): Promise<void> {
  const failed = changes.filter(({ hostname, status }) => status === 'failed' && changed.includes(hostname))
  if (failed.length === 0) return
  const hostnames = failed.map(({ hostname }) => hostname)
  const places = new Map(
    (await listAttachedHostnames(tx, organizationId, hostnames)).map((each) => [each.hostname, each.environmentId]),
  )
  for (const { hostname, lastError } of failed) {
    const environmentId = places.get(hostname)
    if (environmentId === undefined || lastError === null) continue
    const { code, message: detail } = lastError
    await publishEnvironmentNotice(tx, organizationId, {
      environmentId,
      causeKey: `certificate_failed:${serverId}:${hostname}:${code}`.slice(0, 200),
      payload: (place) => ({
        event: 'certificate_failed',
        ...place,
        hostname,
        failure: { code, detail, ...explainCertificateProblem(code) },
      }),
    })
  }
}
