/** What is stored about a destination besides its secret. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

export const S3Configuration = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  accessKeyId: z.string(),
  isPathStyle: z.boolean(),
})

/** As it is stored: ids in their form on the wire, so that the column can be read by itself. */
export const DestinationConfiguration = z.discriminatedUnion('type', [
  S3Configuration.extend({ type: z.literal('s3') }),
  z.object({ type: z.literal('server'), serverId: idOf('srv') }),
  z.object({ type: z.literal('control_plane') }),
])
export type DestinationConfiguration = z.output<typeof DestinationConfiguration>
