/** Variables without a value. Rows store the list, so only add fields, with defaults. */
import { z } from 'zod'
import { Scope } from './variables.schemas.ts'

export const MissingVariable = z
  .object({
    key: z.string().meta({ description: 'Name that programs use to read it.', example: 'STRIPE_SECRET_KEY' }),
    service: z
      .string()
      .nullable()
      .meta({ description: 'Name of the only service that gets the variable. Null if all services get it.' }),
    scope: Scope,
  })
  .meta({ id: 'MissingVariable', description: 'A secret that was copied without its value.' })
export type MissingVariable = z.output<typeof MissingVariable>

export const MissingVariables = z.array(MissingVariable)
