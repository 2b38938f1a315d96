/** A resource that a deletion couldn't remove. */
import { z } from 'zod'

export const Leftover = z
  .object({
    kind: z
      .enum(['environment', 'server', 'webhook', 'backups'])
      .describe(
        'What stayed behind. `environment`: containers and volumes on a server. `server`: files of Longshore on a server. `webhook`: a webhook at a Git provider. `backups`: archives in a storage location.',
      ),
    name: z
      .string()
      .meta({ description: 'Name of the resource, so that you can find and remove it yourself.', example: 'fsn-1' }),
    code: z.string().meta({
      description: 'Stable machine-readable reason why Longshore could not remove it.',
      example: 'connection_refused',
    }),
    lockedUntil: z.string().optional().meta({
      description:
        'When the last object lock of these archives ends, as an RFC 3339 time in UTC; missing for everything else. No one can remove them before, so they don’t hold up the deletion.',
      example: '2026-12-15T09:30:00.000Z',
    }),
  })
  .meta({
    id: 'LeftOver',
    description: 'Something that a deletion could not remove and that still exists outside Longshore.',
  })
export type Leftover = z.output<typeof Leftover>
