/** Publishes many events, each in its own transaction, as the modules do. */

import type { Database } from '../../../apps/server/src/testing/internals/database.ts'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { publishNotice } from '../../../apps/server/src/testing/internals/notices.ts'

export async function publishMany(
  database: Database,
  organization: string,
  count: number,
  round = 'first',
): Promise<void> {
  const organizationId = decodeId('org', organization)
  if (organizationId === undefined) throw new Error(`${organization} isn't an organization`)
  for (let index = 0; index < count; index += 1)
    await database.tenant(organizationId, (tx) =>
      publishNotice(tx, organizationId, {
        payload: {
          event: 'server_recovered',
          server: { id: `srv_${round}_${index}`, name: `fsn-${index}`, host: '192.0.2.7' },
          since: new Date().toISOString(),
        },
        causeKey: `delivery-kills:${round}:${index}`,
      }),
    )
}
