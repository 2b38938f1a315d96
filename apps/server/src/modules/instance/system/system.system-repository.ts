/** Space that the whole instance uses, as the database knows it. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'

interface StoredBackups {
  count: number
  sizeBytes: number
}

export async function measureDatabase(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

export async function measureLocalBackups(db: Kysely<DB>): Promise<StoredBackups> {
  const { rows } = await sql<{ count: string; bytes: string }>`
    select count(*)::text as count, coalesce(sum(b.size_bytes), 0)::text as bytes
    from backups b join backup_destinations d on d.id = b.destination_id and d.type = 'control_plane'
    where b.status = 'succeeded' and b.object_key is not null`.execute(db)
  return toStored(rows[0])
}

export async function measureInstanceBackups(db: Kysely<DB>): Promise<StoredBackups> {
  const { rows } = await sql<{ count: string; bytes: string }>`
    select count(*)::text as count, coalesce(sum(size_bytes), 0)::text as bytes
    from instance_backups where status = 'succeeded'`.execute(db)
  return toStored(rows[0])
}

function toStored(row: { count: string; bytes: string } | undefined): StoredBackups {
  return { count: Number(row?.count ?? 0), sizeBytes: Number(row?.bytes ?? 0) }
}
