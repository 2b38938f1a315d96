/** Schemas of variables. Secret values are write-only. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PendingChange } from './pending-changes.schemas.ts'
import { ServiceName } from './services.schemas.ts'
import { isVariableKey } from './variable-key.policy.ts'

const variableScopes = ['build', 'runtime', 'both', 'reference'] as const
export type VariableScope = (typeof variableScopes)[number]

export const VariableKey = z
  .string()
  .min(1)
  .max(128)
  .refine(isVariableKey, 'must contain only letters, digits, and underscores, and must not start with a digit')
  .meta({
    description: 'Name of the environment variable: letters, digits, and underscores, at most 128 characters.',
    example: 'DATABASE_URL',
  })

/** Linux limits one variable to 128 kB, including its name. */
const maxValueBytes = 65_536

const VariableValue = z
  .string()
  .max(maxValueBytes)
  .refine((text) => !text.includes('\u0000'), 'must not contain a null character')
  .refine((text) => text.isWellFormed(), 'must be valid UTF-8 text')
  .refine((text) => Buffer.byteLength(text) <= maxValueBytes, 'must be at most 64 kB as UTF-8')
  .meta({
    description:
      'Text that the container receives, up to 64 kB. Longshore changes nothing in it, unless `expand` is true.',
    example: 'postgres://db.example.com/shop',
  })

const scopeText =
  'Where the variable is available. `build`: while the image is built. `runtime`: in running containers. `both`: in both. `reference`: only in values of other variables that have `expand`, and in no container.'
export const Scope = z.enum(variableScopes).describe(scopeText)

const expandText = `Whether \`\${NAME}\` in the value is replaced when containers start: by another variable of the service or of all services, by a variable of a database, or by \`LONGSHORE_URL\`. \`$$\` is a dollar sign.`

export const VariableBody = z
  .strictObject({
    key: VariableKey,
    value: VariableValue,
    secret: z.boolean().optional().meta({
      description:
        'Encrypts the value and hides it in responses. Defaults to what the analysis of the repository suggests, otherwise to true.',
    }),
    sealed: z
      .boolean()
      .default(false)
      .meta({ description: 'Makes a secret that can never be revealed again, by anyone.' }),
    scope: Scope.optional().describe(
      `${scopeText} Defaults to what the analysis of the repository suggests, otherwise to \`runtime\`.`,
    ),
    expand: z
      .boolean()
      .optional()
      .meta({
        description: `${expandText} Defaults to the setting of an existing variable, otherwise to false. Such a variable isn't secret and has the scope \`runtime\` or \`reference\`: put secrets into variables that it refers to.`,
      }),
    service: ServiceName.optional().meta({
      description: 'Name of the only service that gets the variable. Without it, all services get it.',
    }),
  })
  .meta({ id: 'VariableRequest' })

export const VariableList = z.array(VariableBody).max(500)

export const AddVariablesBody = z
  .strictObject({
    variables: VariableList.min(1).describe(
      'Variables to add, or to replace if the key already exists for the same service. At most 500.',
    ),
  })
  .meta({ id: 'AddVariablesRequest' })
export type AddVariables = z.output<typeof AddVariablesBody>

export const Variable = z
  .object({
    id: idOf('var').meta({
      description:
        'Unique ID of this version of the variable. A new value gets a new ID, so a release always knows which value it used.',
    }),
    key: z.string().meta({ description: 'Name that programs use to read the variable.', example: 'DATABASE_URL' }),
    value: z
      .string()
      .nullable()
      .meta({ description: 'Text of the variable. Null for secrets, and if you are only allowed to read.' }),
    secret: z
      .boolean()
      .describe('Whether the value is encrypted and hidden. `POST …/variables/{key}/reveal` shows it.'),
    sealed: z.boolean().describe('Whether the value can never be revealed again, by anyone.'),
    scope: Scope,
    expand: z.boolean().describe(expandText),
    service: z
      .string()
      .nullable()
      .meta({ description: 'Name of the only service that gets the variable. Null if all services get it.' }),
    version: z.int().meta({ description: 'Counts how often the value was set, starting at 1.' }),
    updatedBy: idOf('usr')
      .nullable()
      .describe('Person who set this value. Null if Longshore set it, or if the account was deleted.'),
    createdAt: Time.describe('When the key was first set.'),
    updatedAt: Time.describe('When someone set the current value.'),
  })
  .meta({ id: 'Variable', description: 'An environment variable of one or all services.' })
export type Variable = z.output<typeof Variable>

export const Variables = z
  .object({
    items: z.array(Variable).describe('All variables of the environment, sorted by key. The list has no pages.'),
    pendingChanges: z
      .array(PendingChange)
      .describe('What the next deployment will change, including variables you just set.'),
  })
  .meta({ id: 'Variables', description: 'All variables of an environment.' })
export type Variables = z.output<typeof Variables>

export const VariableQuery = z.strictObject({
  service: ServiceName.optional().meta({
    description:
      'Selects the variable that only this service gets. Without it, the one that all services get is meant.',
  }),
})

export const VariableParams = z.object({ id: idOf('env'), key: VariableKey })

/** Without a value, the variable keeps its current one. */
const KeptVariable = VariableBody.extend({
  value: VariableValue.optional().meta({
    description: 'New text of the variable. Leave it out to keep the stored value, which also works for secrets.',
  }),
  sealed: z.boolean().optional().describe('Makes the secret impossible to reveal from now on. This cannot be undone.'),
}).meta({ id: 'ReplacedVariableRequest' })

const keepOthers = z
  .boolean()
  .default(false)
  .meta({ description: 'Keeps variables that the request does not name. Without it, they are removed.' })

export const ReplaceVariablesBody = z
  .union([
    z.strictObject({
      variables: z
        .array(KeptVariable)
        .max(1_000)
        .describe('The wanted variables, at most 1,000. Leave out `value` to keep a stored one.'),
      keepOthers,
    }),
    z.strictObject({
      env: z.string().max(524_288).meta({
        description:
          'Content of a .env file. Quotes, comments, and multi-line values are supported; references such as `$OTHER` are not expanded.',
        example: 'MODE=production\nTOKEN="a b"',
      }),
      service: ServiceName.optional().meta({
        description: 'Name of the only service that gets the variables of the file. Without it, all services get them.',
      }),
      secret: z.boolean().optional().meta({
        description:
          'Whether variables that do not exist yet become secrets. By default, those whose name or value looks like a secret do. Existing ones keep their setting.',
      }),
      scope: Scope.optional().describe(`${scopeText} Applies to variables that do not exist yet.`),
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
    .meta({ description: 'Reports in `changes` what the request would do, without doing it.', example: 'true' }),
})

export const ReplacedVariables = z
  .object({
    ...Variables.shape,
    changes: z
      .object({
        added: z.array(z.string()).describe('Keys that did not exist before.'),
        changed: z.array(z.string()).describe('Keys with a new value or new settings.'),
        removed: z.array(z.string()).describe('Keys that the environment no longer has.'),
        unchanged: z.array(z.string()).describe('Keys that stay exactly as they were.'),
      })
      .meta({
        description:
          'What the request did, or would do with `dryRun`. A key that belongs to a single service is written as `service/KEY`.',
      }),
  })
  .meta({ id: 'ReplacedVariables' })
export type ReplacedVariables = z.output<typeof ReplacedVariables>
