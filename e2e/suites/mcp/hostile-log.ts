import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { encodeChunk } from '../../../apps/server/src/testing/internals/runtime-logs.ts'
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import type { McpTestEnv } from './test-env.ts'

/** As if a visitor had made the service `web` write this line. */
export async function writeLog({ instance, environmentId }: McpTestEnv, text: string): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const body = encodeChunk([{ at: Date.now() * 1_000, stream: 'stdout', text }])
  try {
    await db.query(
      `insert into runtime_log_heads as h (environment_id, organization_id, seq, bytes, last_at)
       select id, organization_id, 1, $2, now() from environments where id = $1
       on conflict (environment_id) do update set seq = h.seq + 1, bytes = h.bytes + excluded.bytes, last_at = now()`,
      [decodeId('env', environmentId), body.length],
    )
    await db.query(
      `insert into runtime_log_chunks (environment_id, organization_id, seq, kind, service, first_at, last_at, line_count, body,
         stored_at)
       select environment_id, organization_id, seq, 'lines', 'web', now(), now(), 1, $2, last_at
       from runtime_log_heads where environment_id = $1`,
      [decodeId('env', environmentId), body],
    )
  } finally {
    await db.end()
  }
}
