/** What those need who read and write archives; given by whoever knows destinations and keys. */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { DataRuntimes, LiveDatabases } from '../../deployments/worker.ts'
import type { BackupRow } from '../backups.repository.ts'

export interface BackupTools {
  readonly database: Database
  openStore(organizationId: OrganizationId, destinationId: Id<'bds'>): Promise<ObjectStore>
  openKey(organizationId: OrganizationId): Promise<{ readonly recipient: string; readonly identity: Secret }>
}

/** Where an environment's backups go, and who may open them besides the organization. */
export interface BackupPlan {
  readonly destinationId: Id<'bds'>
  readonly recipient: string | null
}

export interface BackupDeps extends BackupTools {
  readonly runtimes: DataRuntimes
  readonly databases: Pick<LiveDatabases, 'open'>
  /** Null: nobody has said where. */
  planOf(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<BackupPlan | null>
  /** In the transaction that ends a backup, whatever the end; publishes nothing for the organization. */
  afterEnd(tx: Tx, organizationId: OrganizationId, backup: BackupRow): Promise<void>
}
