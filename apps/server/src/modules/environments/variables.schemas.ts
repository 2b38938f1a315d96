/** Variables as they are given. Values of secret ones are write-only. */
import { z } from 'zod'
import { ServiceName } from './services.schemas.ts'
import { isVariableKey } from './variable-key.policy.ts'

export const variableScopes = ['build', 'runtime', 'both'] as const
export type VariableScope = (typeof variableScopes)[number]

export const VariableKey = z
  .string()
  .min(1)
  .max(128)
  .refine(isVariableKey, 'must be letters, digits and underscores, not beginning with a digit')
  .meta({ example: 'DATABASE_URL' })

const VariableValue = z
  .string()
  .max(65_536)
  .refine((text) => !text.includes('\u0000'), 'must not hold a NUL character')
  .meta({ description: 'Reaches the container byte for byte.', example: 'postgres://db.example.com/shop' })

export const VariableBody = z
  .strictObject({
    key: VariableKey,
    value: VariableValue,
    secret: z
      .boolean()
      .optional()
      .meta({ description: 'Never shown again. Default: what the analysis says, else true.' }),
    sealed: z
      .boolean()
      .default(false)
      .meta({ description: 'A secret that nobody can reveal either, whatever their role.' }),
    scope: z.enum(variableScopes).optional().meta({ description: 'Default: what the analysis says, else runtime.' }),
    service: ServiceName.optional().meta({ description: 'Only for this service. Default: all.' }),
  })
  .meta({ id: 'VariableRequest' })

export const VariableList = z.array(VariableBody).max(500)
