/** Shapes of destinations: where backups are kept. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { DestinationFault } from './destination-fault.schemas.ts'

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not hold control characters')
  .meta({ example: 'Backups in Frankfurt' })

const Endpoint = z
  .string()
  .max(300)
  .refine((text) => endpointOf(text) !== null, 'must be an address such as https://s3.eu-central-1.amazonaws.com')
  .overwrite((text) => endpointOf(text) ?? text)
  .meta({ description: 'Of the store, without the bucket.', example: 'https://s3.eu-central-1.amazonaws.com' })

/** Scheme, host and port: nothing else belongs to an endpoint. */
function endpointOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const isBare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return isBare ? url.origin : null
}

/** Visible ASCII without spaces: it stands in a header. */
const Key = /^[\x21-\x7e]{1,200}$/

const AccessKeyId = z
  .string()
  .min(1)
  .max(200)
  .regex(Key, 'must be visible ASCII characters')
  .meta({ example: 'backup-writer' })

const SecretAccessKey = z.string().min(1).max(200).regex(Key, 'must be visible ASCII characters').meta({
  description: 'Stored sealed, never shown again.',
  example: 'secret-of-the-key',
  writeOnly: true,
})

const s3 = {
  endpoint: Endpoint,
  region: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be letters, digits and hyphens')
    .default('us-east-1')
    .meta({ example: 'eu-central-1' }),
  bucket: z
    .string()
    .min(3)
    .max(63)
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .meta({ description: 'It must exist.', example: 'acme-backups' }),
  prefix: z
    .string()
    .max(200)
    .regex(/^(?:[A-Za-z0-9][\w.-]{0,60}(?:\/[A-Za-z0-9][\w.-]{0,60}){0,3})?$/, 'must be a path such as longshore/acme')
    .default('')
    .meta({ description: 'Folder inside the bucket; empty: the bucket itself.', example: 'longshore' }),
  pathStyle: z
    .boolean()
    .default(true)
    .meta({ description: 'False: the bucket is the first label of the host name, as Amazon has it.' }),
  accessKeyId: AccessKeyId,
}

const S3Place = z.strictObject({ type: z.literal('s3'), ...s3, secretAccessKey: SecretAccessKey })
const ServerPlace = z.strictObject({
  type: z.literal('server'),
  serverId: idOf('srv').meta({ description: 'A connected server; backups lie in a volume on its disk.' }),
})
const ControlPlanePlace = z.strictObject({ type: z.literal('controlPlane') })

export const DestinationPlace = z.discriminatedUnion('type', [S3Place, ServerPlace, ControlPlanePlace])
export type DestinationPlace = z.output<typeof DestinationPlace>

export const CreateDestinationBody = z
  .discriminatedUnion('type', [
    S3Place.extend({ name: Name }),
    ServerPlace.extend({ name: Name }),
    ControlPlanePlace.extend({ name: Name }),
  ])
  .meta({ id: 'CreateBackupDestinationRequest' })
export type CreateDestination = z.output<typeof CreateDestinationBody>

export const UpdateDestinationBody = z
  .strictObject({
    name: Name.optional(),
    accessKeyId: AccessKeyId.optional(),
    secretAccessKey: SecretAccessKey.optional(),
  })
  .meta({ id: 'UpdateBackupDestinationRequest' })
export type UpdateDestination = z.output<typeof UpdateDestinationBody>

export const BackupDestination = z
  .object({
    id: idOf('bds'),
    name: z.string().meta({ example: 'Backups in Frankfurt' }),
    type: z.enum(['s3', 'server', 'controlPlane']),
    s3: z
      .object({
        endpoint: z.string().meta({ example: 'https://s3.eu-central-1.amazonaws.com' }),
        region: z.string().meta({ example: 'eu-central-1' }),
        bucket: z.string().meta({ example: 'acme-backups' }),
        prefix: z.string().meta({ example: 'longshore' }),
        pathStyle: z.boolean(),
        accessKeyId: z.string().meta({ example: 'backup-writer' }),
      })
      .nullable(),
    serverId: idOf('srv').nullable(),
    status: z.enum(['working', 'failing']),
    problem: DestinationFault.nullable().meta({ description: 'What the last check found.' }),
    lastCheckedAt: Time.nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'BackupDestination' })
export type BackupDestination = z.output<typeof BackupDestination>

export const DestinationParams = z.object({ id: idOf('bds') })
