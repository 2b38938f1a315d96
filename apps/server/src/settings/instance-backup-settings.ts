/** Storage location and schedule of instance backups. */
import { z } from 'zod'
import { Secret } from '../platform/secrets/secret.ts'
import { flag, url } from './setting-fields.ts'

/** Settings of the instance backup storage, which commands read as well. */
export const instanceStoreSettings = {
  INSTANCE_BACKUP_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe('Folder for instance backups, preferably on another disk. Used if no bucket is set.'),
  INSTANCE_BACKUP_S3_ENDPOINT: url
    .optional()
    .describe(
      'Endpoint of the S3-compatible storage for instance backups, for example https://s3.eu-central-1.amazonaws.com. OUTBOUND_ALLOW must allow its IP address.',
    ),
  INSTANCE_BACKUP_S3_REGION: z.string().max(100).default('us-east-1').describe('Region of the bucket.'),
  INSTANCE_BACKUP_S3_BUCKET: z.string().min(3).max(63).optional().describe('Name of the bucket.'),
  INSTANCE_BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be one name of letters, digits and ._-')
    .optional()
    .describe('Folder in the bucket.'),
  INSTANCE_BACKUP_S3_PATH_STYLE: flag
    .default(true)
    .describe("Whether the bucket is part of the path. false: it's part of the hostname."),
  INSTANCE_BACKUP_S3_ACCESS_KEY_ID: z.string().max(200).optional().describe('Access key ID for the bucket.'),
  INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: z
    .string()
    .max(500)
    .transform((text) => new Secret(text))
    .optional()
    .meta({ secret: true })
    .describe('Secret access key for the bucket.'),
  INSTANCE_BACKUP_RECIPIENTS: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be an age recipient (age1…)')
    .optional()
    .describe('age public keys that can also open instance backups, in addition to the sealing identity.'),
}

export const instanceBackupSchedule = {
  INSTANCE_BACKUP_SCHEDULE: z
    .string()
    .regex(/^[\d*/,-]{1,40}(?: [\dA-Za-z*/,-]{1,40}){4}$/, 'must be a cron expression with five fields')
    .default('40 3 * * *')
    .describe('Schedule of instance backups, in UTC, if a storage location is set.'),
  INSTANCE_BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(14)
    .describe('Number of instance backups to keep.'),
}
