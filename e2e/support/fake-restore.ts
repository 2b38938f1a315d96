/** Rows of a restore in place, or of an import, for tests of responses only. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import type { Setting } from './setting.ts'

/** `isBegun`: one that is under way, and stays so. */
export async function insertFakeRestore(
  { instance }: Pick<Setting, 'instance'>,
  environmentId: string,
  { isBegun = false, isImport = false } = {},
): Promise<string> {
  const id = randomUUIDv7()
  const environment = decodeId('env', environmentId)
  const details = isImport ? JSON.stringify({ form: 'plain', sizeBytes: 9, sha256: '0'.repeat(64) }) : null
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    // No worker knows this kind, so the run waits forever.
    await db.query(
      `insert into workflow_runs (id, organization_id, kind, key, input)
       select $1::uuid, organization_id, 'pretended', 'pretended/' || $1::uuid, '{}' from environments where id = $2`,
      [id, environment],
    )
    await db.query(
      `insert into restores (id, organization_id, environment_id, service_id, source, target, status, run_id, new_volume, old_volume,
         details, undo_until, started_at, switched_at, finished_at)
       select $1::uuid, s.organization_id, s.environment_id, s.id, $5, 'in_place', $3, $1::uuid, 'data-fixture', 'data', $6::jsonb,
         case when $4 then null else now() + interval '1 day' end, now(), case when $4 then null else now() end,
         case when $4 then null else now() end
       from services s where s.environment_id = $2 and s.kind = 'postgres' limit 1`,
      [id, environment, isBegun ? 'restoring' : 'succeeded', isBegun, isImport ? 'import' : 'backup', details],
    )
    await db.query(
      `insert into service_data (service_id, organization_id, volume)
       select id, organization_id, 'data-fixture' from services where environment_id = $1 and kind = 'postgres'
       on conflict (service_id, name) do update set volume = excluded.volume`,
      [environment],
    )
  } finally {
    await db.end()
  }
  return encodeId(isImport ? 'imp' : 'rst', brandId(id))
}
