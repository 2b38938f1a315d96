/** Why a destination could not be used. */
import { z } from 'zod'

export const DestinationFault = z
  .object({
    code: z.string().meta({ example: 'destination_refused' }),
    title: z.string().meta({ example: 'The store does not accept the key' }),
    detail: z.string().meta({ example: 'The store refuses the key, or the key may not do this. (AccessDenied)' }),
    hint: z.string().meta({ example: 'Check the key; it must be allowed to write, read, list and delete objects.' }),
  })
  .meta({ id: 'BackupDestinationProblem' })
export type DestinationFault = z.output<typeof DestinationFault>
