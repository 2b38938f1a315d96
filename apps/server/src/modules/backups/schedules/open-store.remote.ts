/**
 * Opens a storage location as an object store. Organizations that share the underlying storage can't see each other's
 * objects.
 */
import { join } from 'node:path'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { createFolderStore } from '../../../platform/objects/folder-store.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { createS3Client } from '../../../platform/objects/s3/s3-client.ts'
import { createS3Store } from '../../../platform/objects/s3/s3-store.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import type { DataRuntimes } from '../../workloads/worker.ts'
import type { DestinationConfiguration } from './destination-configuration.schemas.ts'
import { findDestination } from './destinations.repository.ts'
import { backupScheduleProblems } from './schedules.problems.ts'
import { destinationSecret } from './sealed-values.crypto.ts'
import { createServerStore } from './server-store.remote.ts'

export interface StoreTools {
  readonly database: Database
  readonly unsealer: Unsealer
  readonly outbound: Outbound
  readonly runtimes: DataRuntimes
  /** Folder on this machine's disk, or null when the operator set none. */
  readonly folder: string | null
}

/** Throws `destination_gone` when the storage location doesn't exist. */
export async function openStore(
  tools: StoreTools,
  organizationId: OrganizationId,
  destinationId: Id<'bds'>,
): Promise<ObjectStore> {
  const row = await tools.database.tenant(organizationId, (tx) => findDestination(tx, organizationId, destinationId))
  if (row === undefined) throw new AppError(backupScheduleProblems.destination_gone)
  const context = contextOf(destinationSecret, row.id, organizationId)
  const secret = row.sealed_secret === null ? null : await tools.unsealer.unseal(context, row.sealed_secret)
  return storeOf(tools, organizationId, { configuration: row.configuration, secret })
}

export function storeOf(
  { outbound, runtimes, folder }: StoreTools,
  organizationId: OrganizationId,
  { configuration, secret }: { configuration: DestinationConfiguration; secret: Secret | null },
): ObjectStore {
  switch (configuration.type) {
    case 's3': {
      if (secret === null) throw new Error('a destination of type s3 without its secret')
      const { prefix, type: _, objectLock: rule, ...bucket } = configuration
      const scope = `${organizationId} store ${bucket.endpoint}`
      return createS3Store(createS3Client(outbound, { ...bucket, secretAccessKey: secret }, scope), prefix, { rule })
    }
    case 'server':
      return createServerStore(runtimes, { organizationId, serverId: configuration.serverId })
    case 'control_plane':
      if (folder === null) throw new AppError(backupScheduleProblems.control_plane_not_offered)
      return createFolderStore(join(folder, encodeId('org', organizationId)))
  }
}
