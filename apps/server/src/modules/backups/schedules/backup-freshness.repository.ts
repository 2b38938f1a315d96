/** Backup data for alerts: when the last backup of each database on a server succeeded, and what went wrong since. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

export interface BackupFreshness {
  environmentId: Id<'env'>
  service: string
  lastAt: Date | null
  wantedSince: Date
  /** Why the last backup or its restore test failed, or null. */
  trouble: string | null
}

const maxServices = 1_000

/** Covers running environments with backups enabled. Data of stopped environments doesn't change. */
export async function listBackupFreshness(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<BackupFreshness[]> {
  const { rows } = await sql<Omit<BackupFreshness, 'environmentId'> & { environmentId: string }>`/* prepared */
    select e.id as "environmentId", s.name as service, good.finished_at as "lastAt",
      greatest(c.enabled_at, s.created_at) as "wantedSince",
      case when bad.finished_at > coalesce(good.finished_at, '-infinity') then 'The last backup failed: ' || bad.why
        when good.proof ->> 'outcome' = 'failed' then 'The last restore test failed.' end as trouble
    from environments e
    join backup_configs c on c.environment_id = e.id and c.enabled
    join services s on s.environment_id = e.id and s.kind in ('postgres', 'mariadb', 'redis')
    left join lateral (
      select b.finished_at, b.proof from backups b
      where b.service_id = s.id and b.status = 'succeeded' and b.volume is null order by b.finished_at desc limit 1
    ) good on true
    left join lateral (
      select b.finished_at, coalesce(b.error ->> 'detail', 'reason unknown') as why
      from backups b where b.environment_id = e.id and b.service_id = s.id and b.status = 'failed' and b.volume is null
      order by b.id desc limit 1
    ) bad on true
    where e.organization_id = ${organizationId} and e.live_server_id = ${serverId} and e.stopped_at is null
    limit ${maxServices}`.execute(tx)
  return rows.map((row) => ({ ...row, environmentId: brandId<'env'>(row.environmentId) }))
}
