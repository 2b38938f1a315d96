/**
 * Notifies people once when a domain doesn't point here, for as long as that lasts and however often someone checks.
 */
import type { Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { publishEnvironmentNotice, publishNotice } from '../../notices/index.ts'
import type { DomainAfter } from './domain-status.policy.ts'
import type { DomainRow } from './domains.repository.ts'

/** Call it before any event is published. */
export async function notifyFailedDomain(
  tx: Tx,
  { id, organization_id: organizationId, hostname }: DomainRow,
  after: Pick<DomainAfter, 'problem' | 'failingSince'> & { environmentId: Id<'env'> | null },
): Promise<void> {
  const { problem, failingSince, environmentId } = after
  if (problem === null || failingSince === null) return
  const notice = { event: 'domain_failed', domain: { id: encodeId('dom', id), hostname }, failure: problem } as const
  const causeKey = `domain_failed:${id}:${failingSince.toISOString()}`
  if (environmentId === null) {
    await publishNotice(tx, organizationId, { payload: { ...notice, project: null, environment: null }, causeKey })
    return
  }
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey,
    payload: (place) => ({ ...notice, ...place }),
  })
}
