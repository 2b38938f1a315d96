/** Recorded instance backups. They belong to no organization. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { BackupContent } from './instance-backup.schemas.ts'

export async function recordBackupStarted(db: Kysely<DB>, backup: { id: string; key: string }): Promise<void> {
  await db
    .insertInto('instance_backups')
    .values({ id: backup.id, object_key: backup.key, status: 'running' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function recordBackupCreated(
  db: Kysely<DB>,
  made: { id: string; sizeBytes: number; sha256: string; content: BackupContent },
): Promise<void> {
  await db
    .updateTable('instance_backups')
    .set({
      status: 'succeeded',
      size_bytes: made.sizeBytes,
      sha256: made.sha256,
      content: JSON.stringify(made.content),
      error: null,
      finished_at: sql`now()`,
    })
    .where('id', '=', made.id)
    .execute()
}

export async function recordBackupFailed(
  db: Kysely<DB>,
  failed: { id: string; error: { code: string; message: string } },
): Promise<void> {
  await db
    .updateTable('instance_backups')
    .set({ status: 'failed', error: JSON.stringify(failed.error), finished_at: sql`now()` })
    .where('id', '=', failed.id)
    .where('status', '=', 'running')
    .execute()
}

/** Fails the backups of a restored database that were in progress when it was backed up. */
export async function failUnfinishedBackups(db: Kysely<DB>): Promise<void> {
  const error = { code: 'control_plane_restored', message: 'It was under way when the backup was made.' }
  await db
    .updateTable('instance_backups')
    .set({ status: 'failed', error: JSON.stringify(error), finished_at: sql`now()` })
    .where('status', '=', 'running')
    .execute()
}

export async function recordBackupsExpired(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('instance_backups')
    .set({ status: 'expired' })
    .where('object_key', 'in', keys)
    .where('status', '=', 'succeeded')
    .execute()
}

export async function removeOldBackupRows(db: Kysely<DB>): Promise<void> {
  await db
    .deleteFrom('instance_backups')
    .where('status', 'in', ['failed', 'expired'])
    .where('started_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}

export interface BackupRow {
  id: string
  status: string
  objectKey: string
  sizeBytes: number | null
  sha256: string | null
  content: unknown
  error: unknown
  startedAt: Date
  finishedAt: Date | null
}

export async function listInstanceBackups(db: Kysely<DB>, limit: number): Promise<BackupRow[]> {
  const rows = await db.selectFrom('instance_backups').selectAll().orderBy('started_at', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    objectKey: row.object_key,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    sha256: row.sha256,
    content: row.content,
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }))
}

/** Returns null if none ever succeeded. */
export async function findLastSuccess(db: Kysely<DB>): Promise<Date | null> {
  const row = await db
    .selectFrom('instance_backups')
    .select('finished_at')
    .where('status', 'in', ['succeeded', 'expired'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? null
}

export async function recordKitExported(db: Kysely<DB>, kit: { keyId: string; by: string | null }): Promise<void> {
  await db
    .insertInto('instance_recovery_kits')
    .values({ key_id: kit.keyId, exported_by: kit.by })
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet({ exported_by: kit.by, exported_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Returns null if the kit with this key was never exported. */
export async function findKitExport(db: Kysely<DB>, keyId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('instance_recovery_kits')
    .select('exported_at')
    .where('key_id', '=', keyId)
    .executeTakeFirst()
  return row?.exported_at ?? null
}

/** Bytes on disk of the tables in a backup, without indexes. */
export async function measureTables(db: Kysely<DB>, { without }: { without: readonly string[] }): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_table_size(c.oid)), 0)::bigint as bytes from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and coalesce(pg_partition_root(c.oid), c.oid) <> all (
        select to_regclass('public.' || name) from unnest(${[...without]}::text[]) as name)`.execute(db)
  return rows[0]?.bytes ?? 0
}
