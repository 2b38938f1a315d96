/**
 * Value of the TXT record that verifies a hostname. It is bound to the organization and the hostname, so one record
 * proves nothing for another. It isn't a secret, and both sides compute it without a shared key.
 */
import { hkdfSync } from 'node:crypto'
import type { OrganizationId } from '../../../platform/database/database.ts'

const salt = 'longshore/domain-challenge/v1'

export function challengeValue(
  instanceId: string,
  { organizationId, hostname }: { organizationId: OrganizationId; hostname: string },
): string {
  const info = JSON.stringify([organizationId, hostname])
  return `longshore-domain=${Buffer.from(hkdfSync('sha256', instanceId, salt, info, 20)).toString('hex')}`
}
