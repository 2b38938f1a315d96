/** Backups that an environment can be rebuilt from without one of the servers. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'

export interface UsableBackup {
  id: Id<'bkp'>
  serviceId: Id<'svc'>
  /** Null for a database. */
  volume: string | null
  /** Time at which the data was read. */
  dataAt: Date
  /** Name of the storage location. */
  location: string
  /** Whether a restore test passed. */
  isProven: boolean
  plainBytes: number
}

/**
 * Returns the newest backup of each database and volume that isn't stored on the server. Skips one whose restore test
 * failed.
 */
export async function listUsableBackups(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, notOn }: { environmentId: Id<'env'>; notOn: Id<'srv'> | null },
): Promise<UsableBackup[]> {
  const { rows } = await sql<UsableBackup>`
    select distinct on (b.service_id, b.volume) b.id, b.service_id as "serviceId", b.volume,
      coalesce(b.started_at, b.created_at) as "dataAt", d.name as location, b.proven_at is not null as "isProven",
      coalesce((b.manifest ->> 'plainBytes')::float8, 0) as "plainBytes"
    from backups b join backup_destinations d on d.id = b.destination_id
    where b.organization_id = ${organizationId} and b.environment_id = ${environmentId} and b.status = 'succeeded'
      and b.object_key is not null and coalesce(b.proof ->> 'outcome', '') <> 'failed'
      and (d.type <> 'server' or d.configuration ->> 'serverId' is distinct from ${notOn === null ? null : encodeId('srv', notOn)})
    order by b.service_id, b.volume, coalesce(b.started_at, b.created_at) desc`.execute(tx)
  return rows
}
