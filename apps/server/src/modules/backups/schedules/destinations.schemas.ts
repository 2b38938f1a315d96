/** Schemas of storage locations. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { DestinationFault } from './destination-fault.schemas.ts'

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not contain control characters')
  .meta({
    description: 'Display name, up to 100 characters on one line. It must be unique in the organization.',
    example: 'Backups in Frankfurt',
  })

const Endpoint = z
  .string()
  .max(300)
  .refine((text) => endpointOf(text) !== null, 'must be a URL such as https://s3.eu-central-1.amazonaws.com')
  .overwrite((text) => endpointOf(text) ?? text)
  .meta({
    description: 'URL of the S3-compatible storage, with scheme, host, and port only. Leave out the bucket.',
    example: 'https://s3.eu-central-1.amazonaws.com',
  })

/** An endpoint consists of scheme, host, and port, and nothing else. */
function endpointOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const isBare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return isBare ? url.origin : null
}

/** Visible ASCII without spaces, because the key is sent in a header. */
const Key = /^[\x21-\x7e]{1,200}$/

const AccessKeyId = z.string().min(1).max(200).regex(Key, 'must contain only visible ASCII characters').meta({
  description: 'Access key ID to sign requests with. It must be allowed to write, read, list, and delete objects.',
  example: 'backup-writer',
})

const SecretAccessKey = z.string().min(1).max(200).regex(Key, 'must contain only visible ASCII characters').meta({
  description: 'Secret that belongs to the access key ID. Longshore stores it encrypted and never returns it.',
  example: 'secret-of-the-key',
  writeOnly: true,
})

export const ObjectLockSetting = z
  .strictObject({
    mode: z
      .enum(['compliance', 'governance'])
      .describe(
        '`compliance`: no one can delete the archive early, not even the owner of the bucket. `governance`: a key with the permission `s3:BypassGovernanceRetention` can delete it at the provider.',
      ),
    days: z
      .int()
      .min(1)
      .max(3650)
      .meta({ description: 'Days that each archive stays locked, from the start of its upload.', example: 30 }),
  })
  .meta({
    id: 'BackupObjectLock',
    description:
      'S3 Object Lock of new archives. Until the lock ends, no one can delete or overwrite them, including this instance. Changes apply to new backups only.',
  })

const s3 = {
  endpoint: Endpoint,
  region: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must contain only letters, digits, and hyphens')
    .default('us-east-1')
    .meta({
      description: 'Region to sign requests for. Storage without regions usually accepts the default, `us-east-1`.',
      example: 'eu-central-1',
    }),
  bucket: z
    .string()
    .min(3)
    .max(63)
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a valid bucket name')
    .meta({
      description: 'Bucket to store archives in. It must exist: Longshore doesn’t create buckets.',
      example: 'acme-backups',
    }),
  prefix: z
    .string()
    .max(200)
    .regex(/^(?:[A-Za-z0-9][\w.-]{0,60}(?:\/[A-Za-z0-9][\w.-]{0,60}){0,3})?$/, 'must be a path such as longshore/acme')
    .default('')
    .meta({
      description: 'Folder inside the bucket, up to four levels deep. If it’s empty, archives go to the top level.',
      example: 'longshore',
    }),
  pathStyle: z
    .boolean()
    .default(true)
    .describe(
      'True puts the bucket in the path of the URL, which most S3-compatible storage expects. False puts it in the hostname, as Amazon does. Default: true.',
    ),
  accessKeyId: AccessKeyId,
  objectLock: ObjectLockSetting.nullable()
    .default(null)
    .describe('S3 Object Lock of new archives. The bucket needs object lock. Leave it out to store archives unlocked.'),
}

const S3Place = z
  .strictObject({
    type: z.literal('s3').describe('`s3`: a bucket at Amazon S3 or any S3-compatible storage.'),
    ...s3,
    secretAccessKey: SecretAccessKey,
  })
  .describe('Bucket at an S3-compatible storage provider.')
const ServerPlace = z
  .strictObject({
    type: z.literal('server').describe('`server`: the disk of one of your connected servers.'),
    serverId: idOf('srv').describe('Connected server that stores the archives, in a Docker volume on its disk.'),
  })
  .describe('Disk of a connected server. Choose another server than the one you back up.')
const ControlPlanePlace = z
  .strictObject({
    type: z.literal('controlPlane').describe('`controlPlane`: the disk of this Longshore instance.'),
  })
  .describe('Disk of this instance. It’s available only if the operator configured a folder for it.')

export const DestinationPlace = z.discriminatedUnion('type', [S3Place, ServerPlace, ControlPlanePlace])
export type DestinationPlace = z.output<typeof DestinationPlace>

export const CreateDestinationBody = z
  .discriminatedUnion('type', [
    S3Place.extend({ name: Name }),
    ServerPlace.extend({ name: Name }),
    ControlPlanePlace.extend({ name: Name }),
  ])
  .meta({ id: 'CreateBackupDestinationRequest', description: 'Storage location to test and save.' })
export type CreateDestination = z.output<typeof CreateDestinationBody>

export const UpdateDestinationBody = z
  .strictObject({
    name: Name.optional().describe('New display name, up to 100 characters. It must be unique in the organization.'),
    accessKeyId: AccessKeyId.optional().describe('New access key ID. It’s accepted only for locations of type `s3`.'),
    secretAccessKey: SecretAccessKey.optional().describe(
      'New secret for the access key ID, for locations of type `s3`. It replaces the stored one and is never returned.',
    ),
    objectLock: ObjectLockSetting.nullable()
      .optional()
      .describe(
        'New S3 Object Lock, for locations of type `s3`; null turns it off. It applies to new backups only. Existing archives stay locked for as long as they were.',
      ),
  })
  .meta({
    id: 'UpdateBackupDestinationRequest',
    description: 'New name, access key, or object lock of a storage location.',
  })
export type UpdateDestination = z.output<typeof UpdateDestinationBody>

export const DestinationType = z
  .enum(['s3', 'server', 'controlPlane'])
  .describe(
    '`s3`: a bucket at an S3-compatible storage provider. `server`: the disk of a connected server. `controlPlane`: the disk of this Longshore instance.',
  )

export const DestinationStatus = z
  .enum(['working', 'failing'])
  .describe('`working`: the last check passed. `failing`: it didn’t, so backups to this location fail too.')

export const BackupDestination = z
  .object({
    id: idOf('bds').describe('ID to use this storage location with in backup schedules.'),
    name: z.string().meta({
      description: 'Display name, unique in the organization.',
      example: 'Backups in Frankfurt',
    }),
    type: DestinationType,
    s3: z
      .object({
        endpoint: z.string().meta({
          description: 'URL of the S3-compatible storage, without the bucket.',
          example: 'https://s3.eu-central-1.amazonaws.com',
        }),
        region: z.string().meta({ description: 'Region that requests are signed for.', example: 'eu-central-1' }),
        bucket: z.string().meta({ description: 'Bucket that archives are stored in.', example: 'acme-backups' }),
        prefix: z.string().meta({
          description: 'Folder inside the bucket; empty if archives are at the top level.',
          example: 'longshore',
        }),
        pathStyle: z.boolean().describe('True if the bucket is in the path of the URL, false if it’s in the hostname.'),
        accessKeyId: z.string().meta({
          description: 'Access key ID that requests are signed with. Its secret is never returned.',
          example: 'backup-writer',
        }),
        objectLock: ObjectLockSetting.nullable().describe(
          'S3 Object Lock of new archives; null if they aren’t locked.',
        ),
      })
      .nullable()
      .describe('Bucket and access; null unless `type` is `s3`.'),
    serverId: idOf('srv').nullable().describe('Server whose disk holds the archives; null unless `type` is `server`.'),
    status: DestinationStatus,
    problem: DestinationFault.nullable().describe('Why the last check failed; null if it passed.'),
    lastCheckedAt: Time.nullable().describe(
      'When Longshore last wrote and read a test object there; null if it never has.',
    ),
    version: z
      .int()
      .describe(
        'Revision of the storage location, which increases with every change. Send it in `If-Match` to avoid overwriting.',
      ),
    createdAt: Time.describe('When the storage location was saved.'),
    updatedAt: Time.describe('When its name, key, or object lock last changed, or it was last checked.'),
  })
  .meta({ id: 'BackupDestination', description: 'Storage location for backup archives, shared by the organization.' })
export type BackupDestination = z.output<typeof BackupDestination>

export const DestinationParams = z.object({
  id: idOf('bds').describe('Storage location to act on, from `GET /backup-destinations`.'),
})
