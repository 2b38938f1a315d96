/** Where the control plane's own backups go, and when. */
import { z } from 'zod'
import { Secret } from '../platform/secrets/secret.ts'
import { flag, url } from './setting-fields.ts'

/** Also for commands. */
export const instanceStoreSettings = {
  INSTANCE_BACKUP_FOLDER: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe('Folder for backups of the control plane; better on another disk. Used when no bucket is named.'),
  INSTANCE_BACKUP_S3_ENDPOINT: url
    .optional()
    .describe(
      'Store of backups of the control plane that speaks S3, for example https://s3.eu-central-1.amazonaws.com. Its address must be allowed by OUTBOUND_ALLOW.',
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
    .describe('Whether the bucket is named in the path; false: in the host name.'),
  INSTANCE_BACKUP_S3_ACCESS_KEY_ID: z.string().max(200).optional().describe('Key of the bucket.'),
  INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: z
    .string()
    .max(500)
    .transform((text) => new Secret(text))
    .optional()
    .meta({ secret: true })
    .describe('Secret half of the key of the bucket.'),
  INSTANCE_BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{58}$/, 'must be an age recipient (age1…)')
    .optional()
    .describe('Who can open backups of the control plane besides the holder of the sealing identity.'),
}

export const instanceBackupSchedule = {
  INSTANCE_BACKUP_SCHEDULE: z
    .string()
    .regex(/^[\d*/,-]{1,40}(?: [\dA-Za-z*/,-]{1,40}){4}$/, 'must be a cron expression with five fields')
    .default('40 3 * * *')
    .describe('When the control plane is backed up, in UTC, if it has somewhere to put it.'),
  INSTANCE_BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(14)
    .describe('How many backups of the control plane are kept.'),
}
