/** Dependencies for reading and writing archives. The module that knows storage locations and keys provides them. */
import type { Database, OrganizationId, Tx } from '../../../../platform/database/database.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { ObjectStore } from '../../../../platform/objects/object-store.ts'
import type { Secret } from '../../../../platform/secrets/secret.ts'
import type { DataRuntimes, LiveDatabases } from '../../../workloads/worker.ts'
import type { BackupRow } from '../backups.repository.ts'

export interface BackupTools {
  readonly database: Database
  openStore(organizationId: OrganizationId, destinationId: Id<'bds'>): Promise<ObjectStore>
  openKey(organizationId: OrganizationId): Promise<{ readonly recipient: string; readonly identity: Secret }>
}

/** Storage location of an environment's backups, and who can open them besides the organization. */
export interface BackupSchedule {
  readonly destinationId: Id<'bds'>
  readonly recipient: string | null
}

export interface BackupDeps extends BackupTools {
  readonly runtimes: DataRuntimes
  readonly databases: Pick<LiveDatabases, 'open'>
  /** Returns null when the environment has no backup settings. */
  scheduleOf(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<BackupSchedule | null>
  /** Runs in the transaction that ends a backup, whatever its result. Must not publish organization events. */
  afterEnd(tx: Tx, organizationId: OrganizationId, backup: BackupRow): Promise<void>
}
