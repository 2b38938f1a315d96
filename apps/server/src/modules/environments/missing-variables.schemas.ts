/** Variables without a value. Rows store the list, so only add fields, with defaults. */
import { z } from 'zod'

export const MissingVariable = z
  .object({
    key: z.string().meta({ description: 'Name that programs use to read it.', example: 'STRIPE_SECRET_KEY' }),
    service: z
      .string()
      .nullable()
      .meta({ description: 'Name of the only service that gets the variable. Null if all services get it.' }),
    scope: z
      .enum(['build', 'runtime', 'both'])
      .describe(
        'Where the variable will be available. `build`: while the image is built. `runtime`: in running containers. `both`: in both.',
      ),
  })
  .meta({ id: 'MissingVariable', description: 'A secret that was copied without its value.' })
export type MissingVariable = z.output<typeof MissingVariable>

export const MissingVariables = z.array(MissingVariable)
