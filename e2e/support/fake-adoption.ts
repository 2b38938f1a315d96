/** Row of an adoption in the given status, for tests of responses only. */
import { randomUUIDv7 } from 'node:crypto'
import { decodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import type { Setting } from './setting.ts'

const stack = { name: 'shop', containers: [], data: [], images: [], holdsProxyPorts: false, web: [], volumes: [] }

export async function insertFakeAdoption(
  { instance }: Pick<Setting, 'instance'>,
  environmentId: string,
  status: 'ready' | 'adopted',
): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(
      `insert into adoptions (environment_id, organization_id, server_id, compose_project, status, stack, run_id, bytes, expected_downtime_seconds)
       select id, organization_id, server_id, $2, $3, $4, $5, 1048576, 22 from environments where id = $1`,
      [decodeId('env', environmentId), `shop-${randomUUIDv7()}`, status, JSON.stringify(stack), randomUUIDv7()],
    )
  } finally {
    await db.end()
  }
}
