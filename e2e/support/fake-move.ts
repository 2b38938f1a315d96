/** Rows of a completed move that keeps old data on another server, for tests of responses only. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import type { Setting } from './setting.ts'

export async function insertFakeMove(
  { instance }: Pick<Setting, 'instance'>,
  environmentId: string,
  fromServerId: string,
): Promise<string> {
  const id = randomUUIDv7()
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(
      `insert into moves (id, organization_id, environment_id, from_server_id, to_server_id, status, kept_until, finished_at)
       select $1, organization_id, id, $3, server_id, 'moved', now() + interval '1 day', now() from environments where id = $2`,
      [id, decodeId('env', environmentId), decodeId('srv', fromServerId)],
    )
  } finally {
    await db.end()
  }
  return encodeId('dep', brandId(id))
}
