/** Opens the storage location from the settings; null if none is configured. */
import { createFolderStore } from '../../../platform/objects/folder-store.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { createS3Client } from '../../../platform/objects/s3/s3-client.ts'
import { createS3Store } from '../../../platform/objects/s3/s3-store.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'

export interface InstanceStoreSettings {
  INSTANCE_BACKUP_DIRECTORY?: string | undefined
  INSTANCE_BACKUP_S3_ENDPOINT?: string | undefined
  INSTANCE_BACKUP_S3_REGION: string
  INSTANCE_BACKUP_S3_BUCKET?: string | undefined
  INSTANCE_BACKUP_S3_PREFIX?: string | undefined
  INSTANCE_BACKUP_S3_PATH_STYLE: boolean
  INSTANCE_BACKUP_S3_ACCESS_KEY_ID?: string | undefined
  INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY?: Secret | undefined
}

/**
 * A bucket takes precedence. Throws if it is only partly configured: an unnoticed missing backup is worse than an
 * error.
 */
export function openInstanceStore(settings: InstanceStoreSettings, outbound: Outbound): ObjectStore | null {
  const { INSTANCE_BACKUP_DIRECTORY: folder, INSTANCE_BACKUP_S3_ENDPOINT: endpoint } = settings
  const bucket = settings.INSTANCE_BACKUP_S3_BUCKET
  if (endpoint === undefined && bucket === undefined) return folder === undefined ? null : createFolderStore(folder)
  const accessKeyId = settings.INSTANCE_BACKUP_S3_ACCESS_KEY_ID
  const secretAccessKey = settings.INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('a bucket needs INSTANCE_BACKUP_S3_ENDPOINT, _BUCKET, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY')
  const place = { endpoint, region: settings.INSTANCE_BACKUP_S3_REGION, bucket, accessKeyId, secretAccessKey }
  const isPathStyle = settings.INSTANCE_BACKUP_S3_PATH_STYLE
  const client = createS3Client(outbound, { ...place, isPathStyle }, 'instance-backup')
  return createS3Store(client, settings.INSTANCE_BACKUP_S3_PREFIX ?? '')
}
