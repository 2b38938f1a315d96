/** What a deletion could not remove. */
import { z } from 'zod'

export const LeftOver = z
  .object({
    kind: z.enum(['environment', 'server', 'webhook', 'backups']),
    name: z.string().meta({ example: 'fsn-1' }),
    code: z.string().meta({ description: 'Why it could not be removed.', example: 'connection_refused' }),
  })
  .meta({ id: 'LeftOver' })
export type LeftOver = z.output<typeof LeftOver>
