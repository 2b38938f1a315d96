/** Why a storage location can't be used. */
import { z } from 'zod'

export const DestinationFault = z
  .object({
    code: z.string().meta({
      description: 'Stable code that programs can match on. `/problems/{code}` explains it.',
      example: 'destination_refused',
    }),
    title: z.string().meta({
      description: 'Short headline for people.',
      example: 'The storage location rejects the key',
    }),
    detail: z.string().meta({
      description: 'What failed, with the error that the storage returned.',
      example: 'The storage rejected the access key, or the key isn’t allowed to do this. (AccessDenied)',
    }),
    hint: z.string().meta({
      description: 'How to fix the storage location, as a sentence for people.',
      example: 'Check the key. It must be allowed to write, read, list, and delete objects.',
    }),
  })
  .meta({ id: 'BackupDestinationProblem', description: 'Why a storage location can’t be used.' })
export type DestinationFault = z.output<typeof DestinationFault>
