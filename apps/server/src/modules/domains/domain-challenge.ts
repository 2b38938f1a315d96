/**
 * The value of the TXT record that proves a hostname. It is bound to the organization and the hostname: the record of one proves
 * nothing for another. It is no secret, and the same on both sides without a shared key.
 */
import { hkdfSync } from 'node:crypto'
import type { OrganizationId } from '../../platform/database/database.ts'

const salt = 'longshore/domain-challenge/v1'

export function challengeValue(
  instanceId: string,
  { organizationId, hostname }: { organizationId: OrganizationId; hostname: string },
): string {
  const info = JSON.stringify([organizationId, hostname])
  return `longshore-domain=${Buffer.from(hkdfSync('sha256', instanceId, salt, info, 20)).toString('hex')}`
}
