/** Stored configuration of a storage location, without its secret. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'

export const S3Configuration = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  accessKeyId: z.string(),
  isPathStyle: z.boolean(),
  /** Missing in rows of earlier releases. Only tests store a fraction of a day. */
  objectLock: z
    .object({ mode: z.enum(['compliance', 'governance']), days: z.number().positive() })
    .nullable()
    .default(null),
})

/** IDs have their API format, so the column is readable without conversion. */
export const DestinationConfiguration = z.discriminatedUnion('type', [
  S3Configuration.extend({ type: z.literal('s3') }),
  z.object({ type: z.literal('server'), serverId: idOf('srv') }),
  z.object({ type: z.literal('control_plane') }),
])
export type DestinationConfiguration = z.output<typeof DestinationConfiguration>
