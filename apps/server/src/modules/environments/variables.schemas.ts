/** Variables as they are given. Values of secret ones are write-only. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PendingChange } from './pending-changes.schemas.ts'
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

/** What a program can be given in one variable is 128 kB on Linux, with its name. */
const maxValueBytes = 65_536

const VariableValue = z
  .string()
  .max(maxValueBytes)
  .refine((text) => !text.includes('\u0000'), 'must not hold a NUL character')
  .refine((text) => text.isWellFormed(), 'must be text that can be written as UTF-8')
  .refine((text) => Buffer.byteLength(text) <= maxValueBytes, 'must be at most 64 kB as UTF-8')
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

export const AddVariablesBody = z.strictObject({ variables: VariableList.min(1) }).meta({ id: 'AddVariablesRequest' })
export type AddVariables = z.output<typeof AddVariablesBody>

export const Variable = z
  .object({
    id: idOf('var').meta({ description: 'Of this version: a new value has a new one.' }),
    key: z.string(),
    value: z.string().nullable().meta({ description: 'Null for secrets, and for those who may only read.' }),
    secret: z.boolean(),
    sealed: z.boolean(),
    scope: z.enum(variableScopes),
    service: z.string().nullable().meta({ description: 'Null: all services.' }),
    version: z.int().meta({ description: 'How often the value was set.' }),
    updatedBy: idOf('usr').nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Variable' })
export type Variable = z.output<typeof Variable>

export const Variables = z
  .object({ items: z.array(Variable), pendingChanges: z.array(PendingChange) })
  .meta({ id: 'Variables', description: 'All of them, by key.' })
export type Variables = z.output<typeof Variables>

export const VariableQuery = z.strictObject({
  service: ServiceName.optional().meta({ description: 'The one for this service. Default: the one for all services.' }),
})

export const VariableParams = z.object({ id: idOf('env'), key: VariableKey })

/** Without a value the variable stays as it is. */
const KeptVariable = VariableBody.extend({
  value: VariableValue.optional().meta({ description: 'Without it the variable stays as it is.' }),
  sealed: z.boolean().optional(),
}).meta({ id: 'ReplacedVariableRequest' })

const keepOthers = z.boolean().default(false).meta({ description: 'Variables that are not named stay.' })

export const ReplaceVariablesBody = z
  .union([
    z.strictObject({ variables: z.array(KeptVariable).max(1_000), keepOthers }),
    z.strictObject({
      env: z.string().max(524_288).meta({
        description:
          'Text of a .env file. Nothing in it is expanded. Quotes, comments and values of several lines are understood.',
        example: 'MODE=production\nTOKEN="a b"',
      }),
      service: ServiceName.optional().meta({ description: 'Only for this service.' }),
      secret: z.boolean().optional().meta({ description: 'Of variables that are new. Default: true.' }),
      scope: z.enum(variableScopes).optional().meta({ description: 'Of variables that are new.' }),
      keepOthers,
    }),
  ])
  .meta({ id: 'ReplaceVariablesRequest' })
export type ReplaceVariables = z.output<typeof ReplaceVariablesBody>

export const ReplaceVariablesQuery = z.strictObject({
  dryRun: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Change nothing, only say what would.', example: 'true' }),
})

export const ReplacedVariables = z
  .object({
    ...Variables.shape,
    changes: z
      .object({
        added: z.array(z.string()),
        changed: z.array(z.string()),
        removed: z.array(z.string()),
        unchanged: z.array(z.string()),
      })
      .meta({ description: 'Keys; one for a single service is written `service/KEY`.' }),
  })
  .meta({ id: 'ReplacedVariables' })
export type ReplacedVariables = z.output<typeof ReplacedVariables>
